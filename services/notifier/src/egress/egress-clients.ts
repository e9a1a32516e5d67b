import { AccountServiceDefinition } from '@porchlight/contracts';
import { checkUrl, createEgressClient, systemLookup, type EgressClient, type Lookup } from '@porchlight/egress';
import { createChannel, createRpcClient, createRpcTls, openTokenMinter } from '@porchlight/rpc';
import type { Clock, Logger, Tracing } from '@porchlight/runtime';
import type { Config } from '../config';
import { createSystemKeys, type SystemKeys } from './system-keys';

/** The guarded HTTP client for receivers. Never throws: a failure is a result. */
export type Egress = Pick<EgressClient, 'post'>;

/** The reason why a URL is refused; undefined if it is permitted. */
export type UrlCheck = (url: string) => Promise<string | undefined>;

/** Everything of this service that leaves it: requests to receivers and to auth. */
export interface EgressClients {
  readonly deliveries: Egress;
  /** For requests that a user waits for: tests and installations. Separate connections, so that they never queue. */
  readonly tests: Egress;
  readonly checkUrl: UrlCheck;
  readonly systemKeys: SystemKeys;
  close(): Promise<void>;
}

/** What tests replace. */
export interface EgressReplacements {
  readonly systemKeys?: SystemKeys | undefined;
  /** Sends all requests to receivers. */
  readonly receivers?: Egress | undefined;
  readonly lookup?: Lookup | undefined;
}

export interface EgressSettings extends EgressReplacements {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracing?: Tracing | undefined;
}

const OPERATOR = { accountId: 0, userId: 0, role: 'Operator' } as const;
const SYSTEM_KEY_TIMEOUT_MS = 2_000;
/** Connections to one origin for test requests. */
const TEST_CONNECTIONS = 4;

/** Opens the HTTP clients for receivers and the RPC client for system keys. */
export const createEgress = ({ config, clock, logger, tracing, ...replacements }: EgressSettings): EgressClients => {
  const resolving = {
    lookup: replacements.lookup ?? systemLookup,
    allowList: config.EGRESS_ALLOW,
    timeoutMs: config.WEBHOOK_CONNECT_TIMEOUT_MS,
  };
  const openClient = (connectionsPerOrigin: number): EgressClient =>
    createEgressClient({
      ...resolving,
      connectTimeoutMs: config.WEBHOOK_CONNECT_TIMEOUT_MS,
      totalTimeoutMs: config.WEBHOOK_TIMEOUT_MS,
      connectionsPerOrigin,
      ...(config.EGRESS_CA_FILE !== undefined && { extraCa: config.EGRESS_CA_FILE }),
    });
  // The dispatcher bounds attempts by account and destination; accounts that share an origin must not queue here.
  const deliveries = openClient(config.LIMIT_DELIVERY_ATTEMPTS);
  const tests = openClient(TEST_CONNECTIONS);
  const minter = openTokenMinter({
    signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE,
    issuer: 'notifier',
    clock,
    logger,
  });
  const authChannel = createChannel({
    address: config.AUTH_RPC_ADDRESS,
    tls: createRpcTls(config, logger),
    mint: (actor) => minter.mint(actor, 'auth'),
    logger,
    clock,
    tracing,
  });
  const accounts = createRpcClient(AccountServiceDefinition, authChannel);
  const fetchKey = (name: string) =>
    accounts.getSystemKey({ name }, { actor: OPERATOR, timeoutMs: SYSTEM_KEY_TIMEOUT_MS });
  return {
    deliveries: replacements.receivers ?? deliveries,
    tests: replacements.receivers ?? tests,
    checkUrl: (url) => checkUrl(url, resolving),
    systemKeys: replacements.systemKeys ?? createSystemKeys({ clock, fetchKey }),
    async close() {
      minter.stop();
      await Promise.all([deliveries.close(), tests.close(), authChannel.close()]);
    },
  };
};
