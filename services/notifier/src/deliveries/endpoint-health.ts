import { unlessGone } from '@porchlight/errors';
import { createKeyedMutex, type Logger } from '@porchlight/runtime';
import {
  type Columns,
  type Document,
  listOf,
  optional,
  type StoreCall,
  type Stored,
  systemCall,
  text,
  word,
} from '@porchlight/store';
import type { Endpoint, EndpointDirectory } from './endpoint-directory';

/** Effects of deliveries on the status of an endpoint (decisions section 7). All are idempotent. */
export interface EndpointHealth {
  /** The third in a row disables the endpoint. */
  recordDeadLetter(endpoint: Endpoint, eventId: string): Promise<void>;
  recordSuccess(endpoint: Endpoint): Promise<void>;
  /** The receiver responded 410 Gone. */
  recordRefusal(endpoint: Endpoint): Promise<void>;
}

/** This many dead letters in a row disable an endpoint (decisions section 7). */
const GIVEN_UP_LIMIT = 3;
/** Changes of the health are always written; the store retries a bounded number of times. */
const NEVER = new AbortController().signal;

/** Columns of endpoint documents. */
export const endpointColumns = {
  status: word('Active', 'Disabled'),
  givenUp: listOf(text),
  disabledBy: optional(word('owner', 'receiver', 'service')),
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
  readonly logger: Logger;
}

/** Stores the health of webhooks or installed inbox apps in their documents. Writes for one endpoint are sequential. */
export const createEndpointHealth = <D extends EndpointDocument>({
  modify: write,
  directory,
  logger,
}: EndpointHealthOptions<D>): EndpointHealth => {
  const turns = createKeyedMutex();

  const modify = async (endpoint: Endpoint, change: (before: D) => D | undefined, silent: boolean): Promise<void> => {
    try {
      // The endpoint may have been deleted.
      await unlessGone(write(systemCall(endpoint.accountId, NEVER), endpoint.id, change, { silent }));
    } finally {
      directory.invalidate(endpoint.accountId);
    }
  };

  const withLock = (endpoint: Endpoint, work: () => Promise<void>): Promise<void> =>
    turns.run([`${endpoint.accountId}:${endpoint.id}`], NEVER, work);

  /** The current endpoint, which may differ from the one of the attempt. */
  const current = async ({ accountId, id }: Endpoint): Promise<Endpoint | undefined> =>
    (await directory.findByAccounts([accountId])).get(accountId)?.find((endpoint) => endpoint.id === id);

  const disable = (endpoint: Endpoint, by: 'receiver' | 'service'): void =>
    logger.warn(
      { event: 'webhook.disabled', accountId: endpoint.accountId, webhookId: endpoint.id, by },
      'a webhook was disabled',
    );

  return {
    recordDeadLetter: (endpoint, eventId) =>
      withLock(endpoint, async () => {
        const now = await current(endpoint);
        if (!now?.active || now.givenUp.includes(eventId)) return;
        const last = now.givenUp.length + 1 >= GIVEN_UP_LIMIT;
        await modify(
          endpoint,
          (before) => {
            if (before.status !== 'Active' || before.givenUp.includes(eventId)) return undefined;
            const givenUp = [...before.givenUp, eventId];
            return givenUp.length < GIVEN_UP_LIMIT
              ? { ...before, givenUp }
              : { ...before, givenUp, status: 'Disabled', disabledBy: 'service' };
          },
          !last,
        );
        if (last) disable(endpoint, 'service');
      }),

    recordSuccess: (endpoint) =>
      withLock(endpoint, async () => {
        if (((await current(endpoint))?.givenUp.length ?? 0) === 0) return;
        await modify(
          endpoint,
          (before) =>
            before.givenUp.length === 0 || before.status !== 'Active' ? undefined : { ...before, givenUp: [] },
          true,
        );
      }),

    recordRefusal: (endpoint) =>
      withLock(endpoint, async () => {
        if (!(await current(endpoint))?.active) return;
        await modify(
          endpoint,
          (before) =>
            before.status === 'Active' ? { ...before, status: 'Disabled', disabledBy: 'receiver' } : undefined,
          false,
        );
        disable(endpoint, 'receiver');
      }),
  };
};
