import { takeTurns } from '@porchlight/runtime';
import { parseAccountId } from './destination';
import { DueCursor } from './due-cursor';
import type { DueQuery } from './delivery-store';

/** Cursor over the due deliveries of one full destination, or of one account with too many full destinations. */
export interface BacklogCursor {
  readonly of: Pick<DueQuery, 'lane' | 'accountId'>;
  /** Key of the destination at the dispatcher; absent for an account. */
  readonly destination?: string;
  readonly cursor: DueCursor;
  /** Read again at this time (ms), even without room. */
  readonly checkAt: number;
}

/**
 * Full destinations, which the main cursor skips; each has its own cursor. If there are too many, all destinations of
 * the account that has most of them are merged into one cursor, so that an account with thousands of dead destinations
 * slows down only its own deliveries.
 */
export class BacklogCursors {
  readonly #cursors = new Map<string, BacklogCursor>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get exceptLanes(): string[] {
    return [...this.#cursors.values()].flatMap(({ of }) => of.lane ?? []);
  }

  get exceptAccounts(): number[] {
    return [...this.#cursors.values()].flatMap(({ of }) => of.accountId ?? []);
  }

  has(lane: string): boolean {
    return this.#cursors.has(lane) || this.#cursors.has(accountKey(parseAccountId(lane)));
  }

  /** Adds a cursor for a destination; false if there are also too many accounts. */
  add(lane: string, backlog: Omit<BacklogCursor, 'of'>): boolean {
    if (this.#cursors.size >= this.#most && !this.#mergeLargestAccount()) return false;
    if (!this.has(lane)) this.#cursors.set(lane, { ...backlog, of: { lane } });
    else this.#cursors.get(accountKey(parseAccountId(lane)))?.cursor.returnTo(backlog.cursor.from);
    return true;
  }

  delete(key: string): void {
    this.#cursors.delete(key);
  }

  /** Moves a cursor to the end of the order. */
  postpone(key: string, checkAt: number): void {
    const backlog = this.#cursors.get(key);
    if (!backlog) return;
    this.#cursors.delete(key);
    this.#cursors.set(key, { ...backlog, checkAt });
  }

  /** At most `count` cursors that pass the filter, round robin over accounts, the least recently read first. */
  chooseRoundRobin(count: number, filter: (key: string, backlog: BacklogCursor) => boolean): [string, BacklogCursor][] {
    const readable = [...this.#cursors].filter(([key, backlog]) => filter(key, backlog));
    return takeTurns(readable, ([, backlog]) => getAccountId(backlog), count);
  }

  /** Merges the destinations of the account that has most of them into one cursor; false if no account has two. */
  #mergeLargestAccount(): boolean {
    const byAccount = Map.groupBy(
      [...this.#cursors].filter(([, { of }]) => of.lane !== undefined),
      ([, backlog]) => getAccountId(backlog),
    );
    const [largest, cursors] = [...byAccount].reduce(
      (most, each) => (each[1].length > most[1].length ? each : most),
      [0, [] as [string, BacklogCursor][]],
    );
    if (cursors.length < 2) return false;
    const from = Math.min(...cursors.map(([, { cursor }]) => cursor.from));
    const checkAt = Math.min(...cursors.map(([, backlog]) => backlog.checkAt));
    for (const [key] of cursors) this.#cursors.delete(key);
    this.#cursors.set(accountKey(largest), { of: { accountId: largest }, cursor: new DueCursor(from), checkAt });
    return true;
  }
}

const accountKey = (accountId: number): string => `account ${accountId}`;

const getAccountId = ({ of }: BacklogCursor): number => of.accountId ?? parseAccountId(of.lane ?? '');
