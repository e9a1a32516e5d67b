import { parseAccountId } from './destination';
import { DueCursor } from './due-cursor';
import type { DueQuery } from './delivery-store';

/** A walk over the due deliveries of one destination, or of one account that has too many destinations behind. */
export interface BacklogCursor {
  readonly of: Pick<DueQuery, 'lane' | 'accountId'>;
  /** Key of the destination at the dispatcher; absent for a walk of an account. */
  readonly destination?: string;
  readonly sweep: DueCursor;
  /** Looked at again at this moment (ms), even without room. */
  readonly checkAt: number;
}

/**
 * Destinations whose deliveries the walk over everything passes over, because they have no room. Bounded: when there
 * are too many, all destinations of the account that has most of them become one walk. So an account with thousands of
 * dead destinations slows down its own deliveries only.
 */
export class BacklogCursors {
  readonly #walks = new Map<string, BacklogCursor>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get exceptLanes(): string[] {
    return [...this.#walks.values()].flatMap(({ of }) => of.lane ?? []);
  }

  get exceptAccounts(): number[] {
    return [...this.#walks.values()].flatMap(({ of }) => of.accountId ?? []);
  }

  has(lane: string): boolean {
    return this.#walks.has(lane) || this.#walks.has(accountKey(parseAccountId(lane)));
  }

  /** Adds a walk for a destination; false: there are too many accounts, too. */
  add(lane: string, walk: Omit<BacklogCursor, 'of'>): boolean {
    if (this.#walks.size >= this.#most && !this.#mergeLargestAccount()) return false;
    if (!this.has(lane)) this.#walks.set(lane, { ...walk, of: { lane } });
    else this.#walks.get(accountKey(parseAccountId(lane)))?.sweep.returnTo(walk.sweep.from);
    return true;
  }

  delete(key: string): void {
    this.#walks.delete(key);
  }

  /** Moves a walk to the end of the order. */
  postpone(key: string, checkAt: number): void {
    const walk = this.#walks.get(key);
    if (!walk) return;
    this.#walks.delete(key);
    this.#walks.set(key, { ...walk, checkAt });
  }

  /** Cursors that pass the filter, one per account in turn, at most `count`; the least recently read first. */
  inTurn(count: number, filter: (key: string, walk: BacklogCursor) => boolean): [string, BacklogCursor][] {
    const byAccount = Map.groupBy(
      [...this.#walks].filter(([key, walk]) => filter(key, walk)),
      ([, walk]) => accountOfCursor(walk),
    );
    const chosen: [string, BacklogCursor][] = [];
    for (let round = 0; chosen.length < count; round++) {
      const before = chosen.length;
      for (const walks of byAccount.values()) if (walks[round] && chosen.length < count) chosen.push(walks[round]!);
      if (chosen.length === before) break;
    }
    return chosen;
  }

  /** Replaces the destinations of the account that has most of them by one walk; false: no account has two. */
  #mergeLargestAccount(): boolean {
    const byAccount = Map.groupBy(
      [...this.#walks].filter(([, { of }]) => of.lane !== undefined),
      ([, walk]) => accountOfCursor(walk),
    );
    const [largest, walks] = [...byAccount].reduce(
      (most, each) => (each[1].length > most[1].length ? each : most),
      [0, [] as [string, BacklogCursor][]],
    );
    if (walks.length < 2) return false;
    const from = Math.min(...walks.map(([, { sweep }]) => sweep.from));
    const checkAt = Math.min(...walks.map(([, walk]) => walk.checkAt));
    for (const [key] of walks) this.#walks.delete(key);
    this.#walks.set(accountKey(largest), { of: { accountId: largest }, sweep: new DueCursor(from), checkAt });
    return true;
  }
}

const accountKey = (accountId: number): string => `account ${accountId}`;

const accountOfCursor = ({ of }: BacklogCursor): number => of.accountId ?? parseAccountId(of.lane ?? '');
