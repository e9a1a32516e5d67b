import type { UndoPeopleImportRequest, UndoPeopleImportResponse } from '@porchlight/contracts';
import { refuse, unlessGone } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import { loadSurvivor, selectChildren } from '../people';
import { derive, type PersonDocument, prepareEmails, preparePhones } from '../person';
import type { AccountSettings } from '../settings';
import { type ImportChangeDocument, listDifferences, listKeys, readValue, type AddedList } from './import-changes';
import { UNDO_MS, type ImportUndoState, type PeopleImportDocument } from './people-imports';
import { renderImport } from './render-import';
import type { ImportUndo } from './import-parts';

/** Rows of one step. */
const ROWS = 100;
/** Items of the list of changes that stay. */
const MAX_ITEMS = 1_000;
/** Longest wait for the result, ms; GET shows the progress after it. */
const WAIT_MS = 8_000;
const LOOK_MS = 100;
/** Time that facts of deals and action plans may take, ms. */
const LAG_MS = 1_000;

/**
 * Undoes an import (D13.2): values that still have the imported value return to the value before, added entries are
 * removed, created people without later changes are deleted. Returns the result, or the progress after 8 s. A repeated
 * call returns the same result. Throws NOT_FOUND, and CONFLICT while the import is running or after 24 h.
 */
export const undoPeopleImport =
  (parts: ImportUndo) =>
  async ({ id }: UndoPeopleImportRequest, call: StoreCall): Promise<UndoPeopleImportResponse> => {
    const { imports, undoJobs, clock } = parts;
    const { accountId } = call.actor;
    const document = await imports.find(accountId, id);
    if (!document) throw refuse('NOT_FOUND', { what: 'import' });
    if (!document.undo) checkUndo(document, clock.now());
    // Facts of other services about the people arrive within this time.
    const start = new Date(clock.now() + LAG_MS);
    if (document.undo?.status !== 'Completed') await undoJobs.add(accountId, { importId: id }, {}, start);
    const deadline = AbortSignal.any([call.signal, AbortSignal.timeout(WAIT_MS)]);
    for (;;) {
      const current = (await imports.find(accountId, id)) ?? document;
      if (current.undo?.status === 'Completed' || !(await sleep(LOOK_MS, deadline)))
        return { import: renderImport({ ...current, undo: current.undo ?? begin(current) }) };
    }
  };

const checkUndo = ({ status, ended, created }: PeopleImportDocument, now: number): void => {
  if (status === 'Running')
    throw refuse('CONFLICT', { message: 'The import is under way. Undo it when it is completed.' });
  if (now > (ended ?? created).getTime() + UNDO_MS)
    throw refuse('CONFLICT', { message: 'An import can be undone within 24 hours after its end.' });
};

const begin = ({ rows }: PeopleImportDocument): ImportUndoState => ({
  status: 'Running',
  from: rows + 1,
  undone: 0,
  kept: 0,
  items: [],
});

/** Undoes 100 rows and stores the progress. Returns true if there are more. */
export const undoStep = async (
  parts: ImportUndo,
  document: PeopleImportDocument,
  call: StoreCall,
): Promise<boolean> => {
  const { imports, importChanges } = parts;
  const state = document.undo ?? begin(document);
  if (state.status === 'Completed') return false;
  const changes = await importChanges.before(document.accountId, document.id, state.from, ROWS);
  let { undone, kept } = state;
  const items = [...state.items];
  // One after another: rows of one person are undone in their reverse order.
  for (const change of changes) {
    call.signal.throwIfAborted();
    const result = change.isNew ? await undoCreation(parts, call, change) : await undoChange(parts, call, change);
    undone += result.undone;
    kept += result.kept.length;
    const { row, line, personId } = change;
    items.push(...result.kept.map((one) => ({ row, line, personId, ...one })));
  }
  const from = changes.at(-1)?.row ?? 0;
  const isLast = changes.length < ROWS;
  const undo = {
    status: isLast ? 'Completed' : 'Running',
    from,
    undone,
    kept,
    items: items.slice(0, MAX_ITEMS),
  } as const;
  await imports.settle(document, { undo });
  return !isLast;
};

/** A change that stays, and why. */
interface Kept {
  readonly field: string;
  readonly reason: string;
}

/** Result of a row. May be computed again after a crash: what is undone already counts as undone. */
interface Undone {
  readonly undone: number;
  readonly kept: readonly Kept[];
}

const whole = (reason: string): Undone => ({ undone: 0, kept: [{ field: '', reason }] });

/** Names of the kinds of records that a person has. */
const countChildren = async ({ children }: ImportUndo, call: StoreCall, personId: number): Promise<string[]> => {
  const documents = await Promise.all(
    children.map(async (store) =>
      (await store.find(call, selectChildren(store, personId), 1)).length > 0 ? store.descriptor.resource : '',
    ),
  );
  return documents.filter((resource) => resource !== '');
};

const undoCreation = async (parts: ImportUndo, call: StoreCall, change: ImportChangeDocument): Promise<Undone> => {
  const { people } = parts;
  const person = await people.load(call, change.personId);
  if (!person) return explainAbsence(parts, call, change);
  const differences = listDifferences(change.snapshot, person);
  if (differences.length > 0) return whole(`Changed since: ${differences.join(', ')}.`);
  const added = await countChildren(parts, call, person.id);
  if (person.emailSequence !== undefined) added.push('emails');
  added.push(...(change.touched ?? []));
  if (added.length > 0) return whole(`Added since: ${added.join(', ')}.`);
  await unlessGone(people.remove(call, person.id));
  return { undone: 1, kept: [] };
};

/** A person that was merged into another one, or deleted: there is nothing left to undo. */
const explainAbsence = async (
  parts: ImportUndo,
  call: StoreCall,
  { personId }: ImportChangeDocument,
): Promise<Undone> => {
  const survivor = await loadSurvivor(parts, systemCall(call.actor.accountId, call.signal), personId);
  return survivor ? whole(`Merged into person ${survivor.id} since.`) : { undone: 1, kept: [] };
};

const undoChange = async (parts: ImportUndo, call: StoreCall, change: ImportChangeDocument): Promise<Undone> => {
  const settings = await parts.settingsCache.load(change.accountId);
  let result: Undone | undefined;
  const person = await unlessGone(
    parts.people.modify(call, change.personId, (before) => {
      const reverted = revert(before, change, settings);
      result = reverted.result;
      return reverted.after;
    }),
  );
  return person && result ? result : explainAbsence(parts, call, change);
};

/** The person without the change of a row, as far as its values are still there; pure, so that it may be repeated. */
export const revert = (
  before: PersonDocument,
  { values, added }: Pick<ImportChangeDocument, 'values' | 'added'>,
  settings: AccountSettings,
): { readonly after: PersonDocument; readonly result: Undone } => {
  const after: PersonDocument = { ...before, ...(before.custom && { custom: { ...before.custom } }) };
  const kept: Kept[] = [];
  for (const { field, before: was, after: is } of values) {
    const current = readValue(before, field);
    const json = current === undefined ? undefined : JSON.stringify(current);
    if (json === was) continue;
    const reason = json === is ? findObstacle(field, was, settings) : 'Changed since.';
    if (reason === undefined) setValue(after, field, was);
    else kept.push({ field, reason });
  }
  removeAdded(after, added, settings.country);
  return { after: derive(after), result: { undone: values.length - kept.length + added.length, kept } };
};

/** Why the value before cannot return: its stage or user is gone. */
const findObstacle = (field: string, was: string | undefined, settings: AccountSettings): string | undefined => {
  if (field === 'stageId' && was !== undefined && !settings.stage(Number(was))) return 'The stage before was deleted.';
  const isUser = field === 'assignedUserId' || field === 'assignedLenderId';
  if (isUser && was !== undefined && settings.member(Number(was))?.status !== 'Active')
    return 'The user before is not active.';
  return undefined;
};

const setValue = (person: PersonDocument, field: string, json: string | undefined): void => {
  const target: Record<string, unknown> = field.startsWith('custom.')
    ? ((person.custom ??= {}) as Record<string, unknown>)
    : (person as unknown as Record<string, unknown>);
  const name = field.replace(/^custom\./, '');
  if (json === undefined) delete target[name];
  else target[name] = JSON.parse(json) as unknown;
  if (person.custom && Object.keys(person.custom).length === 0) delete person.custom;
};

const removeAdded = (person: PersonDocument, added: ImportChangeDocument['added'], country: string): void => {
  const keysOf = (list: AddedList): ReadonlySet<string> =>
    new Set(added.flatMap(({ field, key }) => (field === list ? [key] : [])));
  const others = <T>(list: AddedList, entries: readonly T[]): T[] => {
    const removed = keysOf(list);
    const keys = listKeys(person, list);
    return entries.filter((_entry, nth) => !removed.has(keys[nth]!));
  };
  const [emails, phones] = [others('emails', person.emails), others('phones', person.phones)];
  const addresses = others('addresses', person.addresses);
  const tags = others('tags', person.tags);
  Object.assign(person, {
    emails: prepareEmails(emails, person.emails),
    phones: preparePhones(phones, country),
    addresses,
    tags,
  });
};
