import { unlessGone } from '@porchlight/errors';
import { createKeyedMutex, type Logger } from '@porchlight/runtime';
import { column, type Columns, type Document, type StoreCall, type Stored, systemCall } from '@porchlight/store';
import type { Endpoint, EndpointDirectory } from './endpoint-directory';

/** This many dead letters in a row disable an endpoint (decisions section 7). */
const GIVEN_UP_LIMIT = 3;
/** Changes of the health are always written; the store retries a bounded number of times. */
const NEVER = new AbortController().signal;

export const endpointColumns = {
  status: column.word('Active', 'Disabled'),
  givenUp: column.listOf(column.text),
  disabledBy: column.optional(column.word('owner', 'receiver', 'service')),
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
export const createEndpointHealth = <D extends EndpointDocument>(options: EndpointHealthOptions<D>) => {
  const { modify: write, directory, logger } = options;
  const turns = createKeyedMutex();

  /** Returns whether the endpoint was changed. */
  const modify = async (endpoint: Endpoint, change: (before: D) => D | undefined, silent: boolean) => {
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

  const withLock = (endpoint: Endpoint, work: () => Promise<void>): Promise<void> =>
    turns.run([`${endpoint.accountId}:${endpoint.id}`], NEVER, work);

  /** The current endpoint, which may differ from the one of the attempt. */
  const current = async ({ accountId, id }: Endpoint): Promise<Endpoint | undefined> =>
    (await directory.findByAccounts([accountId])).get(accountId)?.find((endpoint) => endpoint.id === id);

  /** `eventId`: the event whose delivery was refused or is the last dead letter. */
  const logDisabled = ({ accountId, id: webhookId }: Endpoint, by: 'receiver' | 'service', eventId: string): void =>
    logger.warn({ event: 'webhook.disabled', accountId, webhookId, by, eventId }, 'a webhook was disabled');

  return {
    /** The third in a row disables the endpoint. */
    recordDeadLetter: (endpoint: Endpoint, eventId: string) =>
      withLock(endpoint, async () => {
        const now = await current(endpoint);
        if (!now?.active || now.givenUp.includes(eventId)) return;
        const last = now.givenUp.length + 1 >= GIVEN_UP_LIMIT;
        const changed = await modify(
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
        if (last && changed) logDisabled(endpoint, 'service', eventId);
      }),

    recordSuccess: (endpoint: Endpoint) =>
      withLock(endpoint, async () => {
        if (((await current(endpoint))?.givenUp.length ?? 0) === 0) return;
        await modify(
          endpoint,
          (before) =>
            before.givenUp.length === 0 || before.status !== 'Active' ? undefined : { ...before, givenUp: [] },
          true,
        );
      }),

    /**
     * The receiver responded 406 or 410 to an attempt with this endpoint: disables it. Ignored if it has changed since,
     * because the attempt may have used an earlier URL or begun before the owner enabled it. The next attempt decides.
     */
    recordRefusal: (endpoint: Endpoint, eventId: string) =>
      withLock(endpoint, async () => {
        if (!(await current(endpoint))?.active) return;
        const changed = await modify(
          endpoint,
          (before) =>
            before.status === 'Active' && before.version === endpoint.version
              ? { ...before, status: 'Disabled', disabledBy: 'receiver' }
              : undefined,
          false,
        );
        if (changed) logDisabled(endpoint, 'receiver', eventId);
      }),
  };
};

/** Effects of deliveries on the status of an endpoint (decisions section 7). */
export type EndpointHealth = ReturnType<typeof createEndpointHealth>;
