import type { ImportPeopleCsvResponse, ImportProblem, ImportRowPlan, ImportSummary } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { listIdentifying, type PersonDocument } from '../person';
import type { AccountSettings, AccountSettingsCache } from '../settings';
import { parseImportedItem } from './people-imports';
import {
  applyRow,
  checkRow,
  comparePeople,
  createFromRow,
  type CheckedRow,
  type ExistingMode,
  findColumn,
  findKnown,
} from './plan-row';
import type { ImportRow } from './read-row';
import { createPauses } from './read-table';
import type { ImportTarget } from './import-parts';
import type { Column } from './table-fields';

/** Concurrent look-ups of people; the store reads them together. */
const CONCURRENCY = 25;
/** Size of all planned rows in a response, as JSON, bytes. */
const MAX_PLAN_BYTES = 1_048_576;

/** What a preview is computed from. */
export interface PreviewRequest {
  readonly rows: readonly ImportRow[];
  readonly columns: readonly Column[];
  readonly settings: AccountSettings;
  readonly mode: ExistingMode;
  /** The plan begins with this line. */
  readonly fromLine: number;
}

/** The parts of a response that describe each row. */
export type Preview = Pick<ImportPeopleCsvResponse, 'plan' | 'summary' | 'nextLine' | 'problems'>;

type Action = keyof ImportSummary;

/** People as the rows before would leave them, so that later rows meet them. */
interface Overlay {
  readonly byIdentity: Map<string, PersonDocument>;
  readonly byId: Map<number, PersonDocument>;
}

/** Computes what an import would do with each row (D13.2); writes nothing. Ends when the signal is aborted. */
export const previewRows = async (
  target: Pick<ImportTarget, 'people' | 'preparation'>,
  call: StoreCall,
  request: PreviewRequest,
): Promise<Preview> => {
  const { rows, settings, columns, mode, fromLine } = request;
  const settingsCache: AccountSettingsCache = {
    load: async () => settings,
    cached: () => settings,
    forget: () => undefined,
  };
  const rules = { ...target.preparation, settingsCache, findKnown: async () => [] };
  const pause = createPauses();
  const checked = [];
  for (const row of rows) {
    call.signal.throwIfAborted();
    checked.push(checkImportRow(row, settings, columns));
    await pause();
  }
  const people = await mapBounded(checked, CONCURRENCY, async ({ row }) => {
    call.signal.throwIfAborted();
    return row && findKnown(target.people, call, row);
  });
  const overlay: Overlay = { byIdentity: new Map(), byId: new Map() };
  const summary: ImportSummary = { create: 0, add: 0, change: 0, skip: 0 };
  const plan: ImportRowPlan[] = [];
  const problems: ImportProblem[] = [];
  let bytes = 0;
  let nextLine = 0;
  for (const [nth, { row: number, line }] of rows.entries()) {
    call.signal.throwIfAborted();
    const { row, problems: rowProblems } = checked[nth]!;
    const planned = row
      ? await planRow(rules, call, { row, person: people[nth], overlay, settings, mode, columns })
      : skip('');
    const all = [...rowProblems, ...planned.problems];
    problems.push(...all.map((problem) => ({ ...problem, row: number, line })));
    summary[planned.action]++;
    const { problems: _problems, ...shown } = planned;
    const reason = planned.reason || (planned.action === 'skip' ? all.map(({ message }) => message).join(' ') : '');
    const entry: ImportRowPlan = { row: number, line, ...shown, reason };
    if (line >= fromLine && nextLine === 0) {
      bytes += Buffer.byteLength(JSON.stringify(entry));
      if (bytes > MAX_PLAN_BYTES && plan.length > 0) nextLine = line;
      else plan.push(entry);
    }
    await pause();
  }
  return { plan, summary, nextLine, problems };
};

const checkImportRow = ({ body, problems }: ImportRow, settings: AccountSettings, columns: readonly Column[]) => {
  if (body === '') return { row: undefined, problems };
  const checked = checkRow(parseImportedItem(body), settings, columns);
  return { row: checked.row, problems: [...problems, ...checked.problems] };
};

type Planned = Omit<ImportRowPlan, 'row' | 'line' | 'action'> & {
  readonly action: Action;
  readonly problems: ImportRow['problems'];
};

const skip = (reason: string, person?: PersonDocument): Planned => ({
  action: 'skip',
  personId: Math.max(0, person?.id ?? 0),
  personName: person?.name ?? '',
  adds: [],
  changes: [],
  reason,
  problems: [],
});

interface RowToPlan {
  readonly row: CheckedRow;
  /** The stored person whom the row matches. */
  readonly person: PersonDocument | undefined;
  readonly overlay: Overlay;
  readonly settings: AccountSettings;
  readonly mode: ExistingMode;
  readonly columns: readonly Column[];
}

const planRow = async (
  rules: Parameters<typeof applyRow>[0],
  call: StoreCall,
  { row, person, overlay, settings, mode, columns }: RowToPlan,
): Promise<Planned> => {
  const keys = listIdentifying(row.contacts);
  const earlier = keys.map((key) => overlay.byIdentity.get(key)).find((person) => person !== undefined);
  const stored = person && (overlay.byId.get(person.id) ?? person);
  const before = stored ?? earlier;
  if (before && mode === 'skip') return skip('The person is known.', before);
  try {
    const after = before
      ? await applyRow(rules, call, before, row, mode)
      : ({
          ...(await createFromRow(rules, call, row, false)),
          id: -1,
          accountId: call.actor.accountId,
        } as PersonDocument);
    if (after.id > 0) overlay.byId.set(after.id, after);
    for (const identity of listIdentifying(after)) overlay.byIdentity.set(identity, after);
    const { adds, changes } = comparePeople(before, after, settings);
    if (before && adds.length === 0 && changes.length === 0) return skip('The person has all of its values.', before);
    const action: Action = !before ? 'create' : changes.length > 0 ? 'change' : 'add';
    return {
      action,
      personId: Math.max(0, before?.id ?? 0),
      personName: before?.name ?? '',
      adds,
      changes,
      reason: '',
      problems: [],
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { message } = error;
    return { ...skip(message, before), problems: [{ column: findColumn(message, columns), message, imported: false }] };
  }
};
