import type { Descriptor } from '@porchlight/resource';
import { readField } from './read-field';

type Values = Readonly<Record<string, unknown>>;
type Names = Pick<Descriptor, 'ofPerson'>;

/** The stored field with the ids of the people that a record names. */
export const PEOPLE_FIELD = 'personIds';

/** The list and the key of 'invitees[].personId'; the key only of a field of the record. */
const parsePath = (path: string): { readonly list?: string; readonly key: string } => {
  const [first = '', key] = path.split('[].');
  return key === undefined ? { key: first } : { list: first, key };
};

const listEntries = (values: object, list: string): Values[] => {
  const entries = readField(values, list);
  return Array.isArray(entries) ? (entries as Values[]) : [];
};

/** The ids at a path, without duplicates, in ascending order. */
const readIdsAt = (values: object, path: string): number[] => {
  const { list, key } = parsePath(path);
  const entries = list === undefined ? [values as Values] : listEntries(values, list);
  const ids = entries.map((entry) => entry[key]).filter((id): id is number => typeof id === 'number' && id > 0);
  return [...new Set(ids)].sort((a, b) => a - b);
};

/** True for records that name people instead of belonging to one. */
export const namesPeople = ({ ofPerson }: Names): boolean => ofPerson?.people !== undefined;

/** The people that a record names. */
export const listNamedPeople = ({ ofPerson }: Names, values: object): number[] =>
  ofPerson?.people === undefined ? [] : readIdsAt(values, ofPerson.people);

/** The list of a record that names people: invitees. */
export const getPeopleList = ({ ofPerson }: Names): string => parsePath(ofPerson?.people ?? '').list ?? '';

/** All who may see a record: the users that it names, and those who see the people that it names. */
export const uniteViewers = (
  { ofPerson }: Names,
  values: object,
  ofPeople: readonly (readonly number[])[],
): number[] => {
  const users = (ofPerson?.viewedBy ?? []).flatMap((path) => readIdsAt(values, path));
  return [...new Set([...users, ...ofPeople.flat()])].sort((a, b) => a - b);
};

/** The record that names another person instead, or, without one, not this person any more. */
export const replacePerson = <D extends object>(descriptor: Names, document: D, from: number, to?: number): D => {
  const { list = '', key } = parsePath(descriptor.ofPerson?.people ?? '');
  const entries = listEntries(document, list);
  const isNamed = to !== undefined && to !== from && entries.some((entry) => entry[key] === to);
  const after = entries.flatMap((entry) => {
    if (entry[key] !== from) return [entry];
    return to === undefined || isNamed ? [] : [{ ...entry, [key]: to }];
  });
  const values = { ...document, [list]: after };
  return { ...values, [PEOPLE_FIELD]: listNamedPeople(descriptor, values) };
};

/** The list with one more person, whom the field `personId` of a body names. */
export const addPerson = (descriptor: Names, values: object, personId: number): Values[] => {
  const { list = '', key } = parsePath(descriptor.ofPerson?.people ?? '');
  const entries = listEntries(values, list);
  return entries.some((entry) => entry[key] === personId) ? entries : [...entries, { [key]: personId }];
};
