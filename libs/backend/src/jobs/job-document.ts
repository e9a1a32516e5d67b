import { column, defineDocument, type Columns } from '@porchlight/store';
import type { Job, KeyColumns } from './define-job';

/** A job in the database. */
export interface JobDocument<K extends KeyColumns, D extends Columns> extends Job<K, D> {
  /** `<accountId>:<key>`; the key may be empty. */
  readonly _id: string;
  /** `dead`: failed too often; runs again only if it is added again. */
  readonly state: 'waiting' | 'dead';
  readonly dueAt: Date;
  /** Until it has run at or after this time the job does not end: with `keepsDueTime`. */
  readonly againAt?: Date;
  /** Grows when the job is added again: a step that began before does not finish it. */
  readonly revision: number;
  /** Lease: who runs the job, and until when others leave it alone. */
  readonly holder: string;
  readonly heldUntil: Date;
  /** Message of the last failure. */
  readonly problem?: string;
  readonly diedAt?: Date;
}

/** Dead jobs are removed after 30 days. */
const DEAD_KEPT_S = 30 * 86_400;
const NEVER = new Date(0);
/** No process runs the job. */
export const FREE = { holder: '', heldUntil: NEVER };

/** The documents of a kind of job. */
export const jobSchema = (key: KeyColumns, data: Columns) =>
  defineDocument(
    {
      _id: column.text,
      accountId: column.number,
      key: column.nested(key),
      data: column.nested(data),
      added: column.date,
      tries: column.number,
      state: column.word('waiting', 'dead'),
      dueAt: column.date,
      againAt: column.optional(column.date),
      revision: column.number,
      holder: column.text,
      heldUntil: column.date,
      problem: column.optional(column.text),
      diedAt: column.optional(column.date),
    },
    [
      { keys: { state: 1, dueAt: 1 }, global: true },
      { keys: { state: 1, dueAt: 1 } },
      { keys: { diedAt: 1 }, global: true, sparse: true, expireAfterSeconds: DEAD_KEPT_S },
    ],
  );

/** The colon follows the account also if the key is empty: it marks the account of a key (libs/store/README.md). */
export const formatKey = (accountId: number, key: Readonly<Record<string, unknown>>): string => {
  const names = Object.keys(key).sort();
  return `${accountId}:${names.map((name) => encodeURIComponent(String(key[name]))).join(':')}`;
};

/** The key of a job as text; empty if its account has one job of the kind. */
export const keyText = ({ _id }: { readonly _id: string }): string => _id.split(':').slice(1).join(':');

/** Selects jobs that are due. */
export const selectDue = (now: Date) => ({ state: 'waiting', dueAt: { $gt: NEVER, $lte: now } });
