import { refuse } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import { randomBytes } from 'node:crypto';
import {
  createExecuteAttempt,
  formatResponseId,
  leaseEnd,
  type Attempt,
  type IdempotentResult,
} from './execute-attempt';
import { selectAttemptRows, type JournalRow, type JournalRows } from './journal';
import type { IdempotencyContext } from './idempotency-context';
import { createMemoizedValues } from './memoized-values';
import { createSeal, type Seal } from './seal';

/** A call with an Idempotency-Key. */
export interface IdempotencyRequest {
  readonly accountId: number;
  /** The key, prefixed by the credential, because each credential has its own key space. */
  readonly key: string;
  /** Identifies the request: method, path, query and body. */
  readonly fingerprint: string;
  /** Ends the wait for an equal call. */
  readonly signal: AbortSignal;
}

/** Executes a call with an idempotency key once (decisions section 10; docs/adr/0013). */
export interface IdempotencyStore {
  /**
   * Returns the stored response of an equal call, waits for it, or executes the work. Throws IDEMPOTENCY_KEY_REUSED if
   * the key belongs to another request, DEADLINE if the equal call takes longer than the caller waits, and any error of
   * the work.
   */
  run(request: IdempotencyRequest, work: (once: IdempotencyContext) => Promise<Uint8Array>): Promise<IdempotentResult>;
}

interface IdempotencyStoreOptions {
  /** The rows of one account. */
  readonly openRows: (accountId: number) => JournalRows;
  readonly clock: { now(): number };
  readonly logger: { warn(o: object, m?: string): void };
  /** The same in all replicas of a service. */
  readonly secret: Buffer;
}

const FIRST_LOOK_MS = 5;
const LAST_LOOK_MS = 50;
const MAX_ROWS = 5_000;
const NONCE_BYTES = 9;

/** Stores attempts, memoized values and responses of calls with a key, encrypted, in the rows of a journal. */
export const createIdempotencyStore = (options: IdempotencyStoreOptions): IdempotencyStore => ({
  run: (request, work) => openJournal(options.openRows(request.accountId), options).run(request, work),
});

/** The store of one account. */
const openJournal = (
  rows: JournalRows,
  { clock, logger, secret }: Omit<IdempotencyStoreOptions, 'openRows'>,
): IdempotencyStore => {
  const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');
  const execute = createExecuteAttempt(rows, { clock, logger });

  const createAttempt = (attempt: Omit<Attempt, 'memoized'>, known: readonly JournalRow[]): Attempt => ({
    ...attempt,
    memoized: createMemoizedValues({ rows, known, ...attempt }),
  });

  /**
   * Another call holds the key: returns its response, a new attempt if it is dead, or undefined while it is running.
   */
  const join = async (intent: JournalRow, seal: Seal): Promise<IdempotentResult | Attempt | undefined> => {
    const base = `${intent._id}:${intent.nonce}`;
    const { at } = intent;
    const found = await rows.find(selectAttemptRows(base), { limit: MAX_ROWS });
    const response = found.find(({ _id }) => _id === formatResponseId(base));
    if (response?.sealed) return { response: seal.open(response.sealed) as Uint8Array, replayed: true };
    const attempts = [intent, ...found.filter(({ until: end }) => end !== undefined)];
    if (attempts.some(({ until: end }) => end !== undefined && end.getTime() > clock.now())) return undefined;
    const runId = `${base}:run:${attempts.length + 1}`;
    if (!(await rows.insert({ _id: runId, at, nonce: newNonce(), until: leaseEnd(clock) }))) return undefined;
    return createAttempt({ runId, base, at, seal, first: false }, found);
  };

  const begin = async (seal: Seal, fingerprint: string): Promise<Attempt | undefined> => {
    const nonce = newNonce();
    const at = new Date(clock.now());
    if (!(await rows.insert({ _id: seal.name, at, nonce, fingerprint, until: leaseEnd(clock) }))) return undefined;
    return createAttempt({ runId: seal.name, base: `${seal.name}:${nonce}`, at, seal, first: true }, []);
  };

  return {
    run: async ({ accountId, key, fingerprint, signal }, work) => {
      const seal = createSeal(secret, `${accountId}\n${key}`);
      for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_LOOK_MS)) {
        const attempt = await begin(seal, fingerprint);
        if (attempt) return execute(attempt, work);
        // Undefined if the key was released in the meantime.
        const intent = await rows.findOne({ _id: seal.name });
        if (intent && intent.fingerprint !== fingerprint) throw refuse('IDEMPOTENCY_KEY_REUSED');
        const joined = intent ? await join(intent, seal) : undefined;
        if (joined) return 'replayed' in joined ? joined : execute(joined, work);
        if (!(await sleep(pauseMs, signal))) throw refuse('DEADLINE');
      }
    },
  };
};
