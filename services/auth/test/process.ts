import { createOpenJobs } from '@porchlight/backend';
import { createMailer, mailerOptions } from '@porchlight/mail';
import { openStore, type Store } from '@porchlight/store';
import { createIds, createMetrics, systemClock, type Clock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { openFeatures } from '../src/features';
import { DEFAULT_LIMITS, SESSION_LIFETIME_MS } from './auth-service';

/**
 * Opens the features of one process without RPC, for tests that call operations directly. Without `uri` it has its own
 * database.
 */
export const openProcess = async ({ uri = 'memory:', clock = systemClock }: { uri?: string; clock?: Clock } = {}) => {
  const { logger } = captureLogger();
  const ids = createIds({ clock });
  const publish = async (): Promise<void> => undefined;
  const store: Store = await openStore({
    service: 'auth',
    uri,
    database: 'auth_process',
    publish,
    clock,
    ids,
    logger,
    nextTokenKey: randomBytes(32),
  });
  const config = {
    SECRETS_KEY_FILE: randomBytes(32),
    PUBLIC_BASE_URL: 'https://api.example.test',
    MAIL_FROM: 'Porchlight <porchlight@localhost>',
    SIGN_UP: 'open',
    ...DEFAULT_LIMITS,
    SESSION_LIFETIME_MS,
  };
  const metrics = createMetrics({ service: 'auth', processMetrics: false });
  const mailer = createMailer({ ...mailerOptions(config as never), logger, metrics });
  const { ports } = await openFeatures({
    config,
    clock,
    ids,
    logger,
    store,
    openJobs: createOpenJobs({ store, clock, ids, logger, metrics }),
    mailer,
    bus: { publish: async () => undefined },
    rpc: { add: () => undefined },
    beforeForgetting: () => undefined,
    onAccounts: () => undefined,
    answerFacts: () => undefined,
  } as never);
  await store.start();
  return { ports, stop: () => store.stop(AbortSignal.timeout(5_000)) };
};
