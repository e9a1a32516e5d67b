import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { invalidBody } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { getFields, getReference, ORDER_FIELD, type Field, type Row } from '@porchlight/resource';
import type { Document, Draft } from './contract/document';
import type { StoreCall } from './contract/store-call';
import type { ResourceOptions, Write } from './contract/strategy';
import { createRuleChecks, readIds, type RuleSources } from './check-declared';
import { listKeyFields } from './key-fields';
import { addPerson, getPeopleList, listNamedPeople, namesPeople, PEOPLE_FIELD, uniteViewers } from './named-people';
import { readField } from './read-field';
import { systemCall } from './system-call';

/** Fields of a document by name. */
type Values = Record<string, unknown>;

type Prepare<R extends Row, D extends Document> = (call: StoreCall, write: Write<R, D>) => Promise<Draft<D>>;
type NamedField = readonly [name: string, field: Field<unknown>];

/** A list of references has no duplicates. */
const toStored = (value: unknown, field: Field<unknown>): unknown =>
  (field.distinct || getReference(field) !== undefined) && Array.isArray(value) ? [...new Set<unknown>(value)] : value;

const set = (values: Values, name: string, value: unknown): void => {
  if (value === undefined) delete values[name];
  else values[name] = value;
};

/** Sets the fields that the caller sent. A field that null does not clear keeps its value. */
const applyInput = <R extends Row, D extends Document>(
  writable: readonly NamedField[],
  values: Values,
  { before, input, mask }: Write<R, D>,
): void => {
  for (const [name, field] of writable) {
    if (before && !(field.writable === 'always' && mask.has(name))) continue;
    const sent = readField(input, name);
    const value = field.emptyClears && sent === '' ? undefined : sent;
    if (before && field.fixed && value !== values[name])
      throw invalidBody(`Field '${field.publicName ?? name}' cannot be changed.`);
    if (before && value === undefined && !field.nullable) continue;
    set(values, name, toStored(value, field));
  }
};

/** The value of another text field, as long as this field may be. */
const takeText = (values: Values, from: string, { codec }: Field<unknown>): string | undefined => {
  const text = values[from];
  const max = codec.takes['maxLength'];
  return typeof text === 'string' ? text.trim().slice(0, typeof max === 'number' ? max : undefined) : undefined;
};

/** Sets the fields of a new record that the caller did not send. */
const applyInitial = async (fields: readonly NamedField[], values: Values, call: StoreCall): Promise<void> => {
  for (const [name, field] of fields) {
    if (values[name] !== undefined) continue;
    const { initial, initialFrom: from } = field;
    if (initial !== undefined) values[name] = initial;
    else if (from === 'uuid') values[name] = await memoize(call, name, randomUUID);
    else if (typeof from === 'object') {
      const text = takeText(values, from.field, field);
      if (!text && !field.nullable) throw invalidBody(`Missing '${name}' field.`);
      set(values, name, text);
    }
  }
};

/** Keeps a list of ids a part of another: see `partOf` of fields. */
const applyParts = (
  fields: readonly NamedField[],
  values: Values,
  { before, mask }: { before: object | undefined; mask: ReadonlySet<string> },
): void => {
  for (const [name, { partOf }] of fields) {
    if (partOf === undefined) continue;
    const [part, whole] = [readIds(values[name]), readIds(values[partOf])];
    if (before && !mask.has(name)) values[name] = part.filter((id) => whole.includes(id));
    else values[partOf] = [...new Set([...whole, ...part])];
  }
};

const STAMPS = {
  creator: ({ userId }: StoreCall['actor']) => userId,
  editor: ({ userId }: StoreCall['actor']) => userId,
  system: ({ system }: StoreCall['actor']) => system,
  systemId: ({ systemId }: StoreCall['actor']) => systemId,
};

/** Sets what follows from the caller, which needs no check: the caller exists. */
const applyStamps = (fields: readonly NamedField[], values: Values, call: StoreCall, isNew: boolean): void => {
  for (const [name, { stamp, initialFrom }] of fields) {
    if (stamp !== undefined && (isNew || stamp === 'editor')) set(values, name, STAMPS[stamp](call.actor));
    if (initialFrom === 'caller') values[name] ??= call.actor.userId;
  }
};

/**
 * Creates and updates as the descriptor declares them: writable fields are stored under their names, with their initial
 * values and comparable forms; unique names, limits, references, order and problems are checked.
 */
export const createDeclaredPrepare = <R extends Row, D extends Document>(
  options: ResourceOptions<R, D>,
  sources: RuleSources<D>,
): Prepare<R, D> => {
  const { descriptor, loadPerson } = options;
  const fields = Object.entries(getFields(descriptor));
  const writable = fields.filter(([, field]) => field.writable !== 'never');
  const keys = listKeyFields(descriptor, options.grams);
  const checks = createRuleChecks(options, sources);
  if (descriptor.ofPerson && !loadPerson)
    throw new Error(`${descriptor.resource} belong to people: open them with records.open (docs/how-to-add.md).`);

  const findViewers = async (call: StoreCall, personId: unknown): Promise<readonly number[]> => {
    const person = await loadPerson!(call, typeof personId === 'number' ? personId : 0);
    if (person) return person.viewers;
    // The error does not tell a missing person from one that the caller may not see (decisions section 5).
    throw invalidBody("Field 'personId': no such person or no permission.");
  };

  /** Sets the ids of the people that the record names; returns the viewers of these. Only new ones must be visible. */
  const applyPeople = async (
    call: StoreCall,
    values: Values,
    before: D | undefined,
  ): Promise<(readonly number[])[]> => {
    const list = getPeopleList(descriptor);
    const sent = values['personId'];
    if (typeof sent === 'number') values[list] = addPerson(descriptor, values, sent);
    delete values['personId'];
    const earlierIds = new Set(before ? listNamedPeople(descriptor, before) : []);
    const ids = listNamedPeople(descriptor, values);
    values[PEOPLE_FIELD] = ids;
    const service = systemCall(call.actor.accountId, call.signal);
    return Promise.all(
      ids.map(async (id) => {
        const person = await loadPerson!(earlierIds.has(id) ? service : call, id);
        if (person) return person.viewers;
        if (earlierIds.has(id)) return [];
        const field = id === sent ? 'personId' : list;
        throw invalidBody(`Field '${field}': no such person or no permission.`);
      }),
    );
  };

  return async (call, write) => {
    const { before } = write;
    const values: Values = { ...before };
    if (!before) await checks.checkNumber(call);
    applyInput(writable, values, write);
    if (!before) {
      if (descriptor.ofPerson && !namesPeople(descriptor))
        values['viewers'] = [...(await findViewers(call, values['personId']))];
      await applyInitial(fields, values, call);
    }
    const ofPeople = !namesPeople(descriptor) ? undefined : await applyPeople(call, values, before);
    applyParts(fields, values, write);
    if (descriptor.ordered) set(values, ORDER_FIELD, await checks.place(call, write));
    checks.checkProblems(values, before);
    await checks.checkReferences(call, values, before);
    await checks.checkUnique(call, values, before);
    for (const { field, column, form } of keys) {
      const text = values[field];
      if (!before || text !== readField(before, field))
        set(values, column, typeof text === 'string' ? form(text) : undefined);
    }
    if (!before || !isDeepStrictEqual({ ...before }, values)) applyStamps(fields, values, call, before === undefined);
    if (ofPeople) values['viewers'] = uniteViewers(descriptor, values, ofPeople);
    return Object.assign({} as Draft<D>, values);
  };
};
