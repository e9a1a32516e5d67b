import { isRefusal, REASONS, refuse } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import { randomBytes } from 'node:crypto';
import { selectAttemptRows, type JournalRow, type JournalRows } from './journal';
import type { IdempotencyContext } from './idempotency-context';
import { createMemoizedValues, type MemoizedValues } from './memoized-values';
import { createSeal, type Seal } from './seal';

/** A call that came with an Idempotency-Key. */
export interface IdempotencyRequest {
  readonly accountId: number;
  /** The key, in front of it what has a space of keys of its own: the credential. */
  readonly key: string;
  /** Tells one request from another: method, path, query and body. */
  readonly fingerprint: string;
  /** Ends the waiting for an equal call. */
  readonly signal: AbortSignal;
}

/** What became of a call. */
export interface IdempotentResult {
  readonly response: Uint8Array;
  /** It is the answer of an earlier call. */
  readonly replayed: boolean;
}

/** Lets a call with a key be carried out once (decisions section 10; docs/adr/0013). */
export interface IdempotencyStore {
  /**
   * Answers what an equal call was answered, or waits for it, or does the work. Throws IDEMPOTENCY_KEY_REUSED for a key
   * of another request, DEADLINE when the equal call takes longer than the caller waits, and whatever the work throws.
   */
  run(request: IdempotencyRequest, work: (once: IdempotencyContext) => Promise<Uint8Array>): Promise<IdempotentResult>;
}

export interface IdempotencyStoreOptions {
  readonly rows: JournalRows;
  readonly clock: { now(): number };
  readonly logger: { warn(o: object, m?: string): void };
  /** The same in all replicas of a service. */
  readonly secret: Buffer;
}

/** After so long without a sign of life an attempt is taken to have died, ms. */
const AT_WORK_MS = 2_000;
const SIGN_MS = 600;
const FIRST_LOOK_MS = 5;
const LAST_LOOK_MS = 50;
const MAX_ROWS = 5_000;
const NONCE_BYTES = 9;
const NEVER = new Date(0);

/** An attempt to carry a call out. */
interface Attempt {
  /** The row that says who is at work. */
  readonly runId: string;
  readonly base: string;
  readonly at: Date;
  readonly seal: Seal;
  readonly memoized: MemoizedValues;
  readonly first: boolean;
}

/** Keeps intents, choices and answers of calls with a key in the rows of a journal, sealed. */
export const createIdempotencyStore = ({ rows, clock, logger, secret }: IdempotencyStoreOptions): IdempotencyStore => {
  const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');
  const until = (): Date => new Date(clock.now() + AT_WORK_MS);

  /**
   * Says that somebody works on it until the returned function is called. Nearly all calls end before the first sign.
   */
  const startHeartbeat = (runId: string): (() => void) => {
    const timer = setInterval(
      () => void rows.updateOne({ _id: runId }, { $set: { until: until() } }).catch(() => undefined),
      SIGN_MS,
    );
    timer.unref();
    return () => clearInterval(timer);
  };

  /** The answer is kept; when another attempt was quicker, its answer is the one. */
  const saveResponse = async ({ base, at, seal, runId }: Attempt, response: Uint8Array): Promise<IdempotentResult> => {
    const _id = `${base}:answer`;
    try {
      if (await rows.insert({ _id, at, sealed: seal.close(response) })) return { response, replayed: false };
      const kept = await rows.findOne({ _id });
      if (kept?.sealed) return { response: seal.open(kept.sealed) as Uint8Array, replayed: true };
    } catch (error) {
      // It is done, and its caller learns it. Sent again it is carried out once more, by what is pinned.
      logger.warn(
        { event: 'repeats.answer_not_kept', err: error, runId },
        'the answer of a call with an idempotency key could not be kept',
      );
    }
    return { response, replayed: false };
  };

  /** Nothing was written: the key is free again. Otherwise the next attempt goes by what is pinned, at once. */
  const abandon = async (attempt: Attempt, error: unknown): Promise<void> => {
    const { first, memoized, runId } = attempt;
    const refused = isRefusal(error) && REASONS[error.reason].http < 500;
    const ending =
      refused && first && memoized.size() === 0
        ? rows.deleteOne({ _id: runId })
        : rows.updateOne({ _id: runId }, { $set: { until: NEVER } });
    await ending.catch(() => undefined);
  };

  const execute = async (
    attempt: Attempt,
    work: (once: IdempotencyContext) => Promise<Uint8Array>,
  ): Promise<IdempotentResult> => {
    const stop = startHeartbeat(attempt.runId);
    try {
      return await saveResponse(attempt, await work(attempt.memoized.context));
    } catch (error) {
      await abandon(attempt, error);
      throw error;
    } finally {
      stop();
    }
  };

  /** Another call has the key: its answer, an attempt in its place, or undefined when it is still at work. */
  const join = async (intent: JournalRow, seal: Seal): Promise<IdempotentResult | Attempt | undefined> => {
    const base = `${intent._id}:${intent.nonce}`;
    const { at } = intent;
    const found = await rows.find(selectAttemptRows(base), { limit: MAX_ROWS });
    const response = found.find(({ _id }) => _id === `${base}:answer`);
    if (response?.sealed) return { response: seal.open(response.sealed) as Uint8Array, replayed: true };
    const attempts = [intent, ...found.filter(({ until: end }) => end !== undefined)];
    if (attempts.some(({ until: end }) => end !== undefined && end.getTime() > clock.now())) return undefined;
    const runId = `${base}:run:${attempts.length + 1}`;
    if (!(await rows.insert({ _id: runId, at, nonce: newNonce(), until: until() }))) return undefined;
    return {
      runId,
      base,
      at,
      seal,
      first: false,
      memoized: createMemoizedValues({ rows, seal, base, at, known: found }),
    };
  };

  const begin = async (seal: Seal, fingerprint: string): Promise<Attempt | undefined> => {
    const nonce = newNonce();
    const at = new Date(clock.now());
    if (!(await rows.insert({ _id: seal.name, at, nonce, fingerprint, until: until() }))) return undefined;
    const base = `${seal.name}:${nonce}`;
    return {
      runId: seal.name,
      base,
      at,
      seal,
      first: true,
      memoized: createMemoizedValues({ rows, seal, base, at, known: [] }),
    };
  };

  return {
    run: async ({ accountId, key, fingerprint, signal }, work) => {
      const seal = createSeal(secret, `${accountId}\n${key}`);
      for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_LOOK_MS)) {
        const mine = await begin(seal, fingerprint);
        if (mine) return execute(mine, work);
        // None when it was freed since.
        const intent = await rows.findOne({ _id: seal.name });
        if (intent && intent.fingerprint !== fingerprint) throw refuse('IDEMPOTENCY_KEY_REUSED');
        const joined = intent ? await join(intent, seal) : undefined;
        if (joined) return 'replayed' in joined ? joined : execute(joined, work);
        if (!(await sleep(pauseMs, signal))) throw refuse('DEADLINE');
      }
    },
  };
};
