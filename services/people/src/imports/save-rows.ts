import { isTransient } from '@porchlight/bus';
import { isNotFound, isRefusal, refuse } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { LOST, withIdentities } from '../people';
import { describeChange, formatSnapshot, type ImportChangeDocument } from './import-changes';
import type { PeopleImportDocument } from './people-imports';
import { applyRow, createFromRow, findKnown, type CheckedRow, type ExistingMode } from './plan-row';
import type { Ports } from './stores';

/** Enough for the store to write rows together, few enough for other calls to run between them. */
const CONCURRENCY = 25;

/** A row to save. */
export interface SavedRow extends CheckedRow {
  readonly row: number;
  readonly line: number;
}

/** Result of a row: `failed` has its message. */
export type RowResult =
  { readonly outcome: 'created' | 'updated' | 'skipped' } | { readonly outcome: 'failed'; readonly message: string };

interface Work {
  readonly ports: Ports;
  readonly call: StoreCall;
  readonly document: PeopleImportDocument;
  readonly mode: ExistingMode;
}

/**
 * Saves rows: each finds its person by emails and phones, adds to it or creates it. What a row changes is stored before
 * the person is written, so that a repeated step counts it once and an undo finds it.
 */
export const saveRows = (work: Work, rows: readonly SavedRow[]): Promise<RowResult[]> =>
  mapBounded(rows, CONCURRENCY, async (row) => {
    try {
      return { outcome: await saveRow(work, row) };
    } catch (error) {
      // The step is repeated; any other error concerns this row only.
      if (work.call.signal.aborted || isTransient(error)) throw error;
      if (isRefusal(error)) return { outcome: 'failed', message: error.message };
      const { accountId, id } = work.document;
      work.ports.logger.error({ event: 'import.row_failed', accountId, importId: id, row: row.row, err: error });
      return { outcome: 'failed', message: 'The row could not be imported because of an error of ours.' };
    }
  });

/** Rows of one person wait for each other in their order, so nothing is awaited before the identities are locked. */
const saveRow = (work: Work, row: SavedRow): Promise<'created' | 'updated' | 'skipped'> => {
  const { ports, call, document } = work;
  return withIdentities(ports.mutex, call, row.contacts, async (claiming) => {
    const earlier = await ports.importChanges.find(document.accountId, document.id, row.row);
    // Created by an earlier attempt of this step.
    if (earlier?.isNew && (await ports.people.load(call, earlier.personId))) return 'created';
    const known = await findKnown(ports.people, call, row);
    if (!known) return create(work, row, earlier, claiming);
    if (earlier?.isNew && known.id !== earlier.personId) await ports.importChanges.remove(earlier);
    if (work.mode === 'skip') return 'skipped';
    return update(work, row, known.id, earlier?.isNew === false);
  });
};

const toChange = ({ ports, document }: Work, { row, line }: SavedRow, personId: number) => ({
  accountId: document.accountId,
  importId: document.id,
  row,
  line,
  personId,
  created: ports.clock.date(),
});

const create = async (work: Work, row: SavedRow, earlier: ImportChangeDocument | undefined, claiming: boolean) => {
  const { ports, call } = work;
  const draft = await createFromRow(ports.rowRules, call, row, claiming);
  const personId = earlier?.isNew ? earlier.personId : await ports.people.takeId(call);
  const change = toChange(work, row, personId);
  await ports.importChanges.put({ ...change, isNew: true, snapshot: formatSnapshot(draft), values: [], added: [] });
  await ports.people.insert(call, draft, { takenId: personId });
  return 'created' as const;
};

const update = async (work: Work, row: SavedRow, personId: number, wasChanged: boolean) => {
  const { ports, call, mode } = work;
  let changed = wasChanged;
  try {
    await ports.people.modify(call, personId, async (before) => {
      const after = await applyRow(ports.rowRules, call, before, row, mode);
      const difference = describeChange(before, after);
      if (difference.values.length === 0 && difference.added.length === 0) return undefined;
      changed = true;
      const change = toChange(work, row, personId);
      await ports.importChanges.put({ ...change, isNew: false, snapshot: '', ...difference });
      return after;
    });
  } catch (error) {
    if (isNotFound(error)) return LOST;
    if (isRefusal(error) && error.reason === 'CONFLICT') throw refuse('UNAVAILABLE');
    throw error;
  }
  return changed ? 'updated' : 'skipped';
};
