import { openLoneFeatures } from '@porchlight/backend/test/service';
import { openStore, type Store } from '@porchlight/store';
import { createIds, systemClock, type Clock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { credentials } from '../src/credentials';
import { groups } from '../src/groups';
import { invitations } from '../src/invitations';
import { ownership } from '../src/ownership';
import { signIn } from '../src/sign-in';
import { teams } from '../src/teams';
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
  const find = openLoneFeatures({ service: 'auth', store, clock, config });
  // Users show them: they read the resources by name.
  for (const shown of [groups, teams]) find(shown);
  const parts = { ...find(credentials), ...find(signIn), ...find(invitations), ...find(ownership) };
  await store.start();
  return {
    parts: { ...parts, limits: { ...find(signIn).limits, ...find(invitations).limits } },
    stop: () => store.stop(AbortSignal.timeout(5_000)),
  };
};
