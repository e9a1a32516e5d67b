import { AccountServiceDefinition } from '@porchlight/contracts';
import { createEgressClient, systemLookup, type EgressClient, type Lookup } from '@porchlight/egress';
import { createChannel, createRpcClient, createRpcTls, openTokenMinter } from '@porchlight/rpc';
import type { Clock, Logger, Tracing } from '@porchlight/runtime';
import { createSystemKeys } from './payloads/system-keys';
import type { Config } from './config';
import type { Egress, SystemKeys } from './ports';

export interface WaysOutOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracing?: Tracing | undefined;
  /** Own ones in tests. */
  readonly systemKeys?: SystemKeys | undefined;
  readonly egress?: Egress | undefined;
  readonly lookup?: Lookup | undefined;
}

const OPERATOR = { accountId: 0, userId: 0, role: 'Operator' } as const;
const ASK_KEY_TIMEOUT_MS = 2_000;
/** To one origin, for test POSTs. */
const TEST_CONNECTIONS = 4;

/** Opens all that leads out of this service: the guarded clients, and the keys that auth knows. */
export const createEgress = ({ config, clock, logger, tracing, ...given }: WaysOutOptions) => {
  const resolving = {
    lookup: given.lookup ?? systemLookup,
    allowList: config.EGRESS_ALLOW,
    timeoutMs: config.WEBHOOK_CONNECT_TIMEOUT_MS,
  };
  const openEgress = (connectionsPerOrigin: number): EgressClient =>
    createEgressClient({
      ...resolving,
      connectTimeoutMs: config.WEBHOOK_CONNECT_TIMEOUT_MS,
      totalTimeoutMs: config.WEBHOOK_TIMEOUT_MS,
      connectionsPerOrigin,
      ...(config.EGRESS_CA_FILE !== undefined && { extraCa: config.EGRESS_CA_FILE }),
    });
  // The dispatcher bounds attempts by account and destination; accounts that share an origin must not queue here.
  const guarded = openEgress(config.LIMIT_DELIVERY_ATTEMPTS);
  // Test requests of users have separate connections, so that deliveries never queue behind them.
  const tests = openEgress(TEST_CONNECTIONS);
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
  const ask = (name: string) => accounts.getSystemKey({ name }, { actor: OPERATOR, timeoutMs: ASK_KEY_TIMEOUT_MS });
  return {
    resolving,
    /** For deliveries. */
    egress: given.egress ?? guarded,
    /** For requests that a user waits for: tests and installations. */
    testing: {
      egress: given.egress ?? tests,
      systemKeys: given.systemKeys ?? createSystemKeys({ clock, ask }),
      systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER,
    },
    async close(): Promise<void> {
      minter.stop();
      await Promise.all([guarded.close(), tests.close(), authChannel.close()]);
    },
  };
};
