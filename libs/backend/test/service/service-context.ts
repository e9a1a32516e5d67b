import { randomBytes } from 'node:crypto';
import { createTokenMinter, GATEWAY, type Actor } from '@porchlight/access';
import type { Bus } from '@porchlight/bus';
import type { Action, Descriptor, Row } from '@porchlight/resource';
import { createChannel, createRpcClient, type Channel, type RpcClient, type ServiceDefinition } from '@porchlight/rpc';
import { createIds, createMetrics, LOG_LEVELS, systemClock, type Clock, type LogLevel } from '@porchlight/runtime';
import { LIMITS } from '@porchlight/limits';
import { captureLogger, createTestKeys } from '@porchlight/testkit';
import type { BackendApp, ConfirmFacts } from '../../src';
import { createResourceClients, type ActInput } from './resource-clients';

/** What every test that starts a service may choose; the services' own options extend it. */
export interface ServiceContextOptions {
  /** `memory:` or a MongoDB address. */
  readonly uri: string;
  readonly database: string;
  readonly bus: Bus;
  /**
   * Default: the clock of the machine. Begin a manual clock in the future, for instance a day later
   * (`createManualClock(Date.now() + 86_400_000)`): the database deletes documents whose time has passed there.
   */
  readonly clock?: Clock;
  /** Default: LOG_LEVEL, else `warn`. */
  readonly logLevel?: LogLevel;
  /** Maximum duration of a stop, ms. Default 10 s. */
  readonly stopTimeoutMs?: number;
  /** Replaces the services that own facts. Default: they confirm each. */
  readonly confirmFacts?: ConfirmFacts;
}

/** Shared by all services that one test file starts, so that a restarted service accepts the tokens of the first. */
export const testKeys = createTestKeys();
const nextTokenKey = randomBytes(32);
const consentKey = randomBytes(32);
const CALL_TIMEOUT_MS = 20_000;
/** The log of a failed test is printed with it. */
const defaultLevel = LOG_LEVELS.find((level) => level === process.env['LOG_LEVEL']) ?? 'warn';

/**
 * Everything that a service needs to run in a test, except its own settings: pass `dependencies` and `config` to the
 * `createApp` of the service, and the app to `connect`.
 */
export const createServiceContext = (
  service: string,
  {
    uri,
    database,
    bus,
    clock = systemClock,
    logLevel = defaultLevel,
    stopTimeoutMs = 10_000,
    confirmFacts = async (_owner, claims) => claims.map(() => true),
  }: ServiceContextOptions,
) => {
  const log = captureLogger({ service, level: logLevel });
  const metrics = createMetrics({ service, processMetrics: false });
  return {
    log,
    dependencies: {
      logger: log.logger,
      clock,
      ids: createIds({ clock }),
      metrics,
      bus,
      database,
      /** The services that own facts do not run: they confirm all. */
      confirmFacts,
    },
    /** Settings that all services have. Addresses of other services are ports without a server. */
    config: {
      LOG_LEVEL: logLevel,
      OPERATIONS_HOST: '127.0.0.1',
      OPERATIONS_PORT: 0,
      MONGODB_URI: uri,
      CHECK_SHARD_KEYS: 'on' as const,
      KAFKA_BROKERS: ['127.0.0.1:1'],
      INTERNAL_TOKEN_PUBLIC_KEY_FILE: testKeys.publicKey,
      INTERNAL_TOKEN_PRIVATE_KEY_FILE: testKeys.signingKey,
      ACCOUNT_ERASURE_DELAY_MS: 0,
      NEXT_TOKEN_KEY_FILE: nextTokenKey,
      LIMIT_STORED_FILE_BYTES: LIMITS.storedFileBytes.value,
      CONSENT_KEY_FILE: consentKey,
      PEOPLE_RPC_ADDRESS: '127.0.0.1:1',
      AUTH_RPC_ADDRESS: '127.0.0.1:1',
      MARKETING_RPC_ADDRESS: '127.0.0.1:1',
      DEALS_RPC_ADDRESS: '127.0.0.1:1',
    },
    /** Connects to the RPC port of the service, with tokens as the gateway issues them. */
    connect(app: BackendApp) {
      const minter = createTokenMinter({ signingKey: testKeys.signingKey, issuer: GATEWAY, clock });
      const channel = withCallers(
        createChannel({
          address: `127.0.0.1:${app.rpcPort}`,
          mint: (actor) => minter.mint(actor, service),
          logger: log.logger,
          clock,
        }),
      );
      const clients = createResourceClients(channel);
      return {
        app,
        channel,
        log,
        metrics,
        /** Options of a typed RPC call. */
        call: (actor: Actor) => ({ actor, timeoutMs: CALL_TIMEOUT_MS }),
        createClient: <D extends ServiceDefinition>(definition: D): RpcClient<D> =>
          createRpcClient(definition, channel),
        /** The API of one user: `as(actor).on(notes).create({...})`. */
        as: (actor: Actor) => ({
          on: <R extends Row>(descriptor: Descriptor<R>) => clients.on(actor, descriptor),
          act: (action: Action, input?: ActInput) => clients.act(actor, action, input),
        }),
        async stop() {
          await channel.close();
          await app.stop(AbortSignal.timeout(stopTimeoutMs));
        },
      };
    },
  };
};

/** Time to the first connection, ms. */
const CONNECTED_MS = 60_000;

/**
 * Waits for the connection before the first call, which a slow machine would refuse after a second. Replaces the stack
 * of a refusal, which ends in the connection, by that of the call, so that jest shows its line.
 */
const withCallers = (channel: Channel): Channel => {
  let connected: Promise<boolean> | undefined;
  return {
    ready: (waitMs) => channel.ready(waitMs),
    close: () => channel.close(),
    async call(method, request, options) {
      const { stack = '' } = new Error('called here');
      await (connected ??= channel.ready(CONNECTED_MS));
      try {
        return await channel.call(method, request, options);
      } catch (error) {
        const frames = stack.split('\n').filter((line) => line.startsWith('    at ') && !line.includes('/libs/'));
        if (error instanceof Error) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
        throw error;
      }
    },
  };
};

/** A running service and its API. */
export type ServiceUnderTest = ReturnType<ReturnType<typeof createServiceContext>['connect']>;
