import type { Clock, Logger } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import type { AccountCopies } from '../copies';
import { withAccountStatus } from './follow-accounts';
import { createEndpointDirectory, type Endpoint, type EndpointDirectory } from './endpoint-directory';
import {
  createEndpointHealth,
  type EndpointDocument,
  type EndpointHealth,
  type EndpointHealthOptions,
} from './endpoint-health';
import { loadByAccount } from './load-by-account';

/** Far above what an account may have. */
const MAX_LOADED_PER_ACCOUNT = 10_000;

export interface EndpointsOptions {
  readonly accounts: Pick<AccountCopies, 'byPairs'>;
  /** Time to live of cached endpoints, ms. */
  readonly ttlMs: number;
  /** The owner of a webhook is warned after failures for this long, ms. */
  readonly warnAfterMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One kind of endpoints and where they are stored. */
export interface EndpointSource<D extends EndpointDocument> extends Pick<EndpointHealthOptions<D>, 'modify'> {
  readonly kind: 'webhook' | 'inboxApp';
  readonly documents: Pick<DocumentCollection<D>, 'find'>;
  toEndpoints(documents: readonly D[]): Promise<Endpoint[]> | Endpoint[];
}

/** All endpoints that deliveries go to: webhooks and installed inbox apps. Their endpoint ids are disjoint. */
export interface Endpoints {
  /** Endpoints of all kinds. */
  readonly directory: EndpointDirectory;
  readonly health: EndpointHealth;
  /** Adds one kind of endpoints; returns their cached directory. */
  add<D extends EndpointDocument>(source: EndpointSource<D>): EndpointDirectory;
}

/** Starts without endpoints; features add theirs. */
export const createEndpoints = ({ accounts, ttlMs, warnAfterMs, clock, logger }: EndpointsOptions): Endpoints => {
  const directories: EndpointDirectory[] = [];
  const healthByKind = new Map<string, EndpointHealth>();
  const getHealth = ({ kind }: Endpoint): EndpointHealth => healthByKind.get(kind ?? 'webhook')!;
  const directory: EndpointDirectory = {
    async findByAccounts(accountIds) {
      const ids = [...accountIds];
      const joined = new Map<number, Endpoint[]>();
      for (const found of await Promise.all(directories.map((one) => one.findByAccounts(ids))))
        for (const [accountId, endpoints] of found)
          joined.set(accountId, [...(joined.get(accountId) ?? []), ...endpoints]);
      return joined;
    },
    invalidate(accountId) {
      for (const one of directories) one.invalidate(accountId);
    },
  };
  const health: EndpointHealth = {
    recordDeadLetter: (endpoint, eventId) => getHealth(endpoint).recordDeadLetter(endpoint, eventId),
    recordSuccess: (endpoint) => getHealth(endpoint).recordSuccess(endpoint),
    recordFailure: (endpoint, at) => getHealth(endpoint).recordFailure(endpoint, at),
    recordRefusal: (endpoint, eventId) => getHealth(endpoint).recordRefusal(endpoint, eventId),
  };
  return {
    directory,
    health,
    add<D extends EndpointDocument>({ kind, documents, toEndpoints, modify }: EndpointSource<D>): EndpointDirectory {
      const load = async (accountIds: readonly number[]): Promise<Endpoint[]> =>
        toEndpoints(
          await loadByAccount(accountIds, MAX_LOADED_PER_ACCOUNT, (some, limit) =>
            documents.find({ accountId: { $in: [...some] }, deletedAt: { $exists: false } }, { limit }),
          ),
        );
      const ofKind = createEndpointDirectory({ load: withAccountStatus(accounts, load), clock, ttlMs });
      directories.push(ofKind);
      healthByKind.set(kind, createEndpointHealth({ modify, directory: ofKind, warnAfterMs, clock, logger }));
      return ofKind;
    },
  };
};
