import { unlessGone } from '@porchlight/errors';
import { createKeyedMutex, DAY_MS, type Clock, type Logger } from '@porchlight/runtime';
import { column, type Columns, type Document, type StoreCall, type Stored, systemCall } from '@porchlight/store';
import { LRUCache } from 'lru-cache';
import type { Endpoint, EndpointDirectory, EndpointFailures } from './endpoint-directory';

/** This many dead letters in a row disable an endpoint (decisions section 7). */
const GIVEN_UP_LIMIT = 3;
/** Changes of the health are always written; the store retries a bounded number of times. */
const NEVER = new AbortController().signal;

/** Pause between two warnings of one endpoint, ms. */
const WARNING_PAUSE_MS = DAY_MS;
/**
 * A failure within this time after a success or another stored failure is not stored, ms: an endpoint that fails now
 * and then costs few writes.
 */
const FAILURE_PAUSE_MS = 600_000;
const MAX_NOTED = 20_000;

/** Columns of endpoints whose owner is warned of failures (D13.8). */
export const failureColumns = {
  /** First failure since the last success. */
  failingSince: column.optional(column.date),
  /** When the owner was last warned. */
  warnedAt: column.optional(column.date),
} satisfies Columns;

export const endpointColumns = {
  ...failureColumns,
  status: column.word('Active', 'Disabled'),
  givenUp: column.listOf(column.text),
  disabledBy: column.optional(column.word('owner', 'receiver', 'service', 'grant')),
} satisfies Columns;

/** What webhooks and installed inbox apps have in common. */
export interface EndpointDocument extends Document, Stored<typeof endpointColumns> {}

export interface EndpointHealthOptions<D extends EndpointDocument> {
  /** Changes the document behind an endpoint. */
  readonly modify: (
    call: StoreCall,
    endpointId: number,
    change: (before: D) => D | undefined,
    options: { silent: boolean },
  ) => Promise<unknown>;
  readonly directory: EndpointDirectory;
  /** The owner is warned after failures for this long, ms. */
  readonly warnAfterMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Effects of deliveries on the status of an endpoint (decisions section 7). */
export interface EndpointHealth {
  /** The delivery of the event failed finally. The first warns the owner; the third in a row disables the endpoint. */
  recordDeadLetter(endpoint: Endpoint, eventId: string): Promise<void>;
  /** Ends a series of failures. */
  recordSuccess(endpoint: Endpoint): Promise<void> | undefined;
  /** An attempt at `at` failed, and others follow. Warns the owner if attempts have failed for long (D13.8). */
  recordFailure(endpoint: Endpoint, at: Date): Promise<void> | undefined;
  /**
   * The receiver responded 406 or 410 to an attempt with this endpoint: disables it. Ignored if it has changed since,
   * because the attempt may have used an earlier URL or begun before the owner enabled it. The next attempt decides.
   */
  recordRefusal(endpoint: Endpoint, eventId: string): Promise<void>;
}

/** Stores the health of webhooks or installed inbox apps in their documents. Writes for one endpoint are sequential. */
export const createEndpointHealth = <D extends EndpointDocument>(options: EndpointHealthOptions<D>): EndpointHealth => {
  const { warnAfterMs, clock } = options;
  const turns = createKeyedMutex();
  const notes: FailureNotes = new LRUCache({ maxSize: MAX_NOTED, sizeCalculation: () => 1 });
  const withLock = (endpoint: Endpoint, work: () => Promise<void>): Promise<void> =>
    turns.run([formatKey(endpoint)], NEVER, work);

  return {
    recordDeadLetter: (endpoint, eventId) => withLock(endpoint, () => recordDeadLetter(options, endpoint, eventId)),
    recordSuccess(endpoint) {
      if (endpoint.failures) notes.set(formatKey(endpoint), { pausedAt: clock.now() });
      return hasFailed(endpoint) ? withLock(endpoint, () => recordSuccess(options, endpoint)) : undefined;
    },
    recordFailure(endpoint, at) {
      const { failures } = endpoint;
      if (!failures) return undefined;
      const since = failures.since ?? noteFailure(notes, formatKey(endpoint), at);
      if (since === undefined || (failures.since !== undefined && !failsLong(failures, at, warnAfterMs)))
        return undefined;
      return withLock(endpoint, () => recordFailure(options, endpoint, at, since));
    },
    recordRefusal: (endpoint, eventId) => withLock(endpoint, () => recordRefusal(options, endpoint, eventId)),
  };
};

const recordDeadLetter = async <D extends EndpointDocument>(
  options: EndpointHealthOptions<D>,
  endpoint: Endpoint,
  eventId: string,
): Promise<void> => {
  const current = await findCurrent(options.directory, endpoint);
  if (!current?.active || current.givenUp.includes(eventId)) return;
  const last = current.givenUp.length + 1 >= GIVEN_UP_LIMIT;
  const date = options.clock.date();
  const warns = !last && current.failures !== undefined && mustWarn(current.failures, date.getTime());
  const changed = await modify(
    options,
    endpoint,
    (before) => {
      if (before.status !== 'Active' || before.givenUp.includes(eventId)) return undefined;
      const givenUp = [...before.givenUp, eventId];
      return givenUp.length < GIVEN_UP_LIMIT
        ? { ...before, givenUp, ...(warns && isDue(before, date) && { warnedAt: date }) }
        : { ...before, givenUp, status: 'Disabled', disabledBy: 'service' };
    },
    !last && !warns,
  );
  if (last && changed) logDisabled(options.logger, endpoint, 'service', eventId);
};

const recordSuccess = async <D extends EndpointDocument>(
  options: EndpointHealthOptions<D>,
  endpoint: Endpoint,
): Promise<void> => {
  if (!hasFailed(await findCurrent(options.directory, endpoint))) return;
  await modify(
    options,
    endpoint,
    (before) => {
      if (before.status !== 'Active' || (before.givenUp.length === 0 && !before.failingSince)) return undefined;
      const after: D = { ...before, givenUp: [] };
      delete after.failingSince;
      return after;
    },
    true,
  );
};

/** `since`: when the failures began. */
const recordFailure = async <D extends EndpointDocument>(
  options: EndpointHealthOptions<D>,
  endpoint: Endpoint,
  at: Date,
  since: Date,
): Promise<void> => {
  const current = await findCurrent(options.directory, endpoint);
  if (!current?.active || !current.failures) return;
  const warns = failsLong(current.failures, at, options.warnAfterMs);
  if (current.failures.since !== undefined && !warns) return;
  await modify(
    options,
    endpoint,
    (before) => {
      if (before.status !== 'Active') return undefined;
      if (warns) return isDue(before, at) ? { ...before, warnedAt: at } : undefined;
      return before.failingSince === undefined ? { ...before, failingSince: since } : undefined;
    },
    !warns,
  );
};

const recordRefusal = async <D extends EndpointDocument>(
  options: EndpointHealthOptions<D>,
  endpoint: Endpoint,
  eventId: string,
): Promise<void> => {
  if (!(await findCurrent(options.directory, endpoint))?.active) return;
  const changed = await modify(
    options,
    endpoint,
    (before) =>
      before.status === 'Active' && before.version === endpoint.version
        ? { ...before, status: 'Disabled', disabledBy: 'receiver' }
        : undefined,
    false,
  );
  if (changed) logDisabled(options.logger, endpoint, 'receiver', eventId);
};

/** The current endpoint, which may differ from the one of the attempt. */
const findCurrent = async (directory: EndpointDirectory, { accountId, id }: Endpoint): Promise<Endpoint | undefined> =>
  (await directory.findByAccounts([accountId])).get(accountId)?.find((endpoint) => endpoint.id === id);

/** Returns whether the endpoint was changed. */
const modify = async <D extends EndpointDocument>(
  { modify: write, directory }: EndpointHealthOptions<D>,
  endpoint: Endpoint,
  change: (before: D) => D | undefined,
  silent: boolean,
): Promise<boolean> => {
  let after: D | undefined;
  try {
    // The endpoint may have been deleted.
    await unlessGone(
      write(systemCall(endpoint.accountId, NEVER), endpoint.id, (before) => (after = change(before)), { silent }),
    );
    return after !== undefined;
  } finally {
    directory.invalidate(endpoint.accountId);
  }
};

/** `eventId`: the event whose delivery was refused or is the last dead letter. */
const logDisabled = (
  logger: Logger,
  { accountId, id: webhookId }: Endpoint,
  by: 'receiver' | 'service',
  eventId: string,
): void => logger.warn({ event: 'webhook.disabled', accountId, webhookId, by, eventId }, 'a webhook was disabled');

/** Failures of an endpoint that this process has not stored. */
interface NotedFailures {
  /** The last success or stored failure, ms. */
  readonly pausedAt?: number | undefined;
  /** First failure after it. */
  readonly since?: Date | undefined;
}

/** Failures by the key of their endpoint. */
type FailureNotes = LRUCache<string, NotedFailures>;

/** When the failures began that are stored now; undefined while they are only noted. */
const noteFailure = (notes: FailureNotes, key: string, at: Date): Date | undefined => {
  const { since = at, pausedAt } = notes.get(key) ?? {};
  const isPaused = pausedAt !== undefined && Math.abs(at.getTime() - pausedAt) < FAILURE_PAUSE_MS;
  notes.set(key, isPaused ? { since, pausedAt } : { pausedAt: at.getTime() });
  return isPaused ? undefined : since;
};

/** Whether attempts have failed for so long at `at` that the owner must be warned. */
const failsLong = ({ since, warnedAt }: EndpointFailures, at: Date, warnAfterMs: number): boolean =>
  since !== undefined && at.getTime() - since.getTime() >= warnAfterMs && mustWarn({ since, warnedAt }, at.getTime());

/** Whether the owner must be warned: not twice for the same failures, and at most once a day. */
const mustWarn = ({ since, warnedAt }: EndpointFailures, now: number): boolean =>
  warnedAt === undefined || (now - warnedAt.getTime() >= WARNING_PAUSE_MS && !(since && since <= warnedAt));

/** Whether the stored endpoint still needs the warning: another process may have warned. */
const isDue = ({ failingSince, warnedAt }: EndpointDocument, at: Date): boolean =>
  mustWarn({ since: failingSince, warnedAt }, at.getTime());

const hasFailed = (endpoint: Endpoint | undefined): boolean =>
  endpoint !== undefined && (endpoint.givenUp.length > 0 || endpoint.failures?.since !== undefined);

const formatKey = ({ accountId, id }: Endpoint): string => `${accountId}:${id}`;
