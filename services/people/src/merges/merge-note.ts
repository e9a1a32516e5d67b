import { TIMEFRAMES } from '@porchlight/contracts';
import { isDeepStrictEqual } from 'node:util';
import { findForeignName, type PersonDocument, UNSPECIFIED } from '../person';
import type { AccountSettings } from '../settings';
import { fieldsWith } from './merge-rules';

type Field = ReturnType<typeof fieldsWith>[number];

/** How a field is named in the note. */
const LABELS: Readonly<Partial<Record<Field, string>>> = {
  stageId: 'Stage',
  source: 'Source',
  sourceUrl: 'Source URL',
  price: 'Price',
  assignedUserId: 'Assigned user',
  assignedLenderId: 'Assigned lender',
  assignedPondId: 'Assigned pond',
  timeframeId: 'Timeframe',
  timeframeStatus: 'Timeframe status',
  prequalified: 'Prequalified',
};

/** A value as users read it: names instead of ids. */
const showValue = (field: Field, value: unknown, settings: AccountSettings): string => {
  if (field === 'stageId') return settings.stageShown(Number(value)).name;
  if (field === 'assignedUserId' || field === 'assignedLenderId')
    return settings.member(Number(value))?.name ?? String(value);
  if (field === 'assignedPondId') return settings.pond(Number(value))?.name ?? String(value);
  if (field === 'timeframeId') return TIMEFRAMES[Number(value) - 1] ?? String(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
};

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === UNSPECIFIED;

const listFields = (survivor: PersonDocument, loser: PersonDocument, settings: AccountSettings): string[] =>
  [...fieldsWith('fill', 'note'), 'assignedUserId' as const, 'assignedPondId' as const].flatMap((field) => {
    const value = loser[field];
    if (isNothing(value) || isDeepStrictEqual(value, survivor[field])) return [];
    return [`${LABELS[field] ?? field}: ${showValue(field, value, settings)}`];
  });

const listCustom = (survivor: PersonDocument, loser: PersonDocument, settings: AccountSettings): string[] =>
  settings.customFields.flatMap(({ id, label }) => {
    const value = loser.custom?.[id];
    return value === undefined || value === survivor.custom?.[id] ? [] : [`${label}: ${value}`];
  });

/** Entries of lists that were full. */
const listEntries = (survivor: PersonDocument, loser: PersonDocument): string[] => {
  const formatAddress = ({ street, city, state, code, country }: PersonDocument['addresses'][number]): string =>
    [street, city, state, code, country].filter((part) => part !== '').join(', ');
  const lists = [
    ['Email', (person: PersonDocument) => person.emails.map(({ value }) => value)],
    ['Phone', (person: PersonDocument) => person.phones.map(({ value, normalized }) => normalized || value)],
    ['Address', (person: PersonDocument) => person.addresses.map(formatAddress)],
    ['Tag', (person: PersonDocument) => person.tags],
  ] as const;
  return lists.flatMap(([label, list]) => {
    const present = new Set(list(survivor).map((value) => value.toLowerCase()));
    return list(loser).flatMap((value) => (present.has(value.toLowerCase()) ? [] : [`${label}: ${value}`]));
  });
};

/**
 * The note about a merge: every value of the merged person that the survivor did not take over (D13.2); undefined if
 * there is none. Computed from the survivor after the merge, so that it can be repeated.
 */
export const formatMergeNote = (
  survivor: PersonDocument,
  loser: PersonDocument,
  settings: AccountSettings,
): string | undefined => {
  const name = findForeignName(survivor, loser);
  const isBackgroundLost = loser.background && !survivor.background?.includes(loser.background);
  const lines = [
    ...(name === undefined ? [] : [`Name: ${name}`]),
    ...listFields(survivor, loser, settings),
    ...listCustom(survivor, loser, settings),
    ...listEntries(survivor, loser),
    ...(isBackgroundLost ? [`Background: ${loser.background}`] : []),
  ];
  return lines.length === 0 ? undefined : [`Merged with ${loser.name}. Values of that person:`, ...lines].join('\n');
};
