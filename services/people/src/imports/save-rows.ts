import { isTransient } from '@porchlight/bus';
import { isNotFound, isRefusal, refuse } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { LOST, withIdentities } from '../people';
import { describeChange, formatSnapshot, type ImportChangeDocument } from './import-changes';
import type { PeopleImportDocument } from './people-imports';
import { applyRow, createFromRow, findKnown, type CheckedRow, type ExistingMode } from './plan-row';
import type { ImportTarget, Imports } from './import-parts';

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
  readonly target: ImportTarget & Pick<Imports, 'importChanges'>;
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
      work.target.logger.error({ event: 'import.row_failed', accountId, importId: id, row: row.row, err: error });
      return { outcome: 'failed', message: 'The row could not be imported because of an error of ours.' };
    }
  });

/** Rows of one person wait for each other in their order, so nothing is awaited before the identities are locked. */
const saveRow = (work: Work, row: SavedRow): Promise<'created' | 'updated' | 'skipped'> => {
  const { target, call, document } = work;
  return withIdentities(target.mutex, call, row.contacts, async (claiming) => {
    const earlier = await target.importChanges.find(document.accountId, document.id, row.row);
    // Created by an earlier attempt of this step.
    if (earlier?.isNew && (await target.people.load(call, earlier.personId))) return 'created';
    const existing = await findKnown(target.people, call, row);
    if (!existing) return create(work, row, earlier, claiming);
    if (earlier?.isNew && existing.id !== earlier.personId) await target.importChanges.remove(earlier);
    if (work.mode === 'skip') return 'skipped';
    return update(work, row, existing.id, earlier?.isNew === false);
  });
};

const toChange = ({ target, document }: Work, { row, line }: SavedRow, personId: number) => ({
  accountId: document.accountId,
  importId: document.id,
  row,
  line,
  personId,
  created: target.clock.date(),
});

const create = async (work: Work, row: SavedRow, earlier: ImportChangeDocument | undefined, claiming: boolean) => {
  const { target, call } = work;
  const draft = await createFromRow(target.preparation, call, row, claiming);
  const personId = earlier?.isNew ? earlier.personId : await target.people.takeId(call);
  const change = toChange(work, row, personId);
  await target.importChanges.put({ ...change, isNew: true, snapshot: formatSnapshot(draft), values: [], added: [] });
  await target.people.insert(call, draft, { takenId: personId });
  return 'created' as const;
};

const update = async (work: Work, row: SavedRow, personId: number, wasChanged: boolean) => {
  const { target, call, mode } = work;
  let changed = wasChanged;
  try {
    await target.people.modify(call, personId, async (before) => {
      const after = await applyRow(target.preparation, call, before, row, mode);
      const difference = describeChange(before, after);
      if (difference.values.length === 0 && difference.added.length === 0) return undefined;
      changed = true;
      const change = toChange(work, row, personId);
      await target.importChanges.put({ ...change, isNew: false, snapshot: '', ...difference });
      return after;
    });
  } catch (error) {
    if (isNotFound(error)) return LOST;
    if (isRefusal(error) && error.reason === 'CONFLICT') throw refuse('UNAVAILABLE');
    throw error;
  }
  return changed ? 'updated' : 'skipped';
};
