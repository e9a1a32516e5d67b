import { readFileSync } from 'node:fs';
import { createTokenMinter, GATEWAY, type Actor } from '@porchlight/access';
import {
  AccountServiceDefinition,
  ApiKeyServiceDefinition,
  CopyServiceDefinition,
  InboxAppReviewServiceDefinition,
  JobServiceDefinition,
  MaintenanceServiceDefinition,
  SystemServiceDefinition,
  UserServiceDefinition,
  type BackendName,
} from '@porchlight/contracts';
import {
  createChannel,
  createRpcClient,
  createRpcTls,
  type CallOptions,
  type Channel,
  type RpcTls,
} from '@porchlight/rpc';
import { createLogger, systemClock } from '@porchlight/runtime';

const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };
const CALL_TIMEOUT_MS = 20_000;

/** gRPC clients of the services with a token of an operator; the HTTP API has no operations for operators. */
export type OperatorClient = Readonly<ReturnType<typeof openOperatorClient>>;

const logger = createLogger({ service: 'operator', level: 'silent' });

/**
 * Creates the TLS settings of the services from the files in RPC_TLS_CERT_FILE, RPC_TLS_KEY_FILE and RPC_TLS_CA_FILE;
 * plain text if they are not set.
 */
const tlsFromEnvironment = (): RpcTls | undefined => {
  const names = ['RPC_TLS_CERT_FILE', 'RPC_TLS_KEY_FILE', 'RPC_TLS_CA_FILE'] as const;
  const contents = names.flatMap((name) =>
    process.env[name] ? [[name, readFileSync(process.env[name], 'utf8')] as const] : [],
  );
  return createRpcTls(Object.fromEntries(contents), logger);
};

/** Longest wait for a connection before a call, ms; without it a call fails if its first attempt to connect does. */
const CONNECT_WAIT = 'OPERATOR_CONNECT_WAIT_MS';

/** A service and how an operator reaches it. */
export interface OperatorTarget {
  readonly service: BackendName;
  /** `host:port` */
  readonly address: string;
  /** The gateway's private key of internal tokens. */
  readonly signingKeyFile: string;
}

/**
 * Opens a channel to a service. A pod sets OPERATOR_CONNECT_WAIT_MS: its connections are refused until the firewall of
 * the cluster knows its address.
 */
export function openOperatorChannel({ address, signingKeyFile, service }: OperatorTarget): Channel {
  const minter = createTokenMinter({
    signingKey: readFileSync(signingKeyFile, 'utf8'),
    issuer: GATEWAY,
    clock: systemClock,
  });
  const waitMs = Number(process.env[CONNECT_WAIT] ?? 0);
  const channel: Channel = createChannel({
    address,
    tls: tlsFromEnvironment(),
    mint: async (actor) => {
      if (waitMs > 0) await channel.ready(waitMs);
      return minter.mint(actor, service);
    },
    logger,
    clock: systemClock,
  });
  return channel;
}

/** Opens a connection to a service. */
export function openOperatorClient(target: OperatorTarget) {
  const channel = openOperatorChannel(target);
  return {
    /** At the auth service. */
    accounts: createRpcClient(AccountServiceDefinition, channel),
    /** These three at the auth service, with the role of a user (`asOwner`). */
    systems: createRpcClient(SystemServiceDefinition, channel),
    apiKeys: createRpcClient(ApiKeyServiceDefinition, channel),
    users: createRpcClient(UserServiceDefinition, channel),
    /** At the people service. */
    maintenance: createRpcClient(MaintenanceServiceDefinition, channel),
    /** At each service with copies. */
    copies: createRpcClient(CopyServiceDefinition, channel),
    /** At each service. */
    jobs: createRpcClient(JobServiceDefinition, channel),
    inboxAppReviews: createRpcClient(InboxAppReviewServiceDefinition, channel),
    /** Actor and deadline of each call. */
    as: { actor: OPERATOR, timeoutMs: CALL_TIMEOUT_MS } as CallOptions,
    /** Acts for an account as its owner. The first user of an account stands for the owner in its audit log. */
    asOwner: (accountId: number): CallOptions => ({
      actor: { accountId, userId: 1, role: 'Owner' },
      timeoutMs: CALL_TIMEOUT_MS,
    }),
    close: () => channel.close(),
  };
}
