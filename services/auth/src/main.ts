import { defineService } from '@porchlight/backend';
import { accounts } from './accounts';
import { configSchema } from './config';
import { credentials } from './credentials';
import { groups } from './groups';
import { invitations } from './invitations';
import { mail } from './mail';
import { authMigrations } from './migrations/auth-migrations';
import { oauth } from './oauth';
import { ownership } from './ownership';
import { rateLimits } from './rate-limits';
import { security } from './security';
import { signIn } from './sign-in';
import { systems } from './systems';
import { teams } from './teams';
import { users } from './users';

/** The auth service. */
export const auth = defineService('auth', {
  config: configSchema,
  address: (config) => config.AUTH_RPC_ADDRESS,
  consumers: {},
  migrations: authMigrations,
  features: [
    mail,
    security,
    users,
    groups,
    teams,
    accounts,
    rateLimits,
    systems,
    credentials,
    oauth,
    signIn,
    invitations,
    ownership,
  ],
});

if (require.main === module) void auth.run();
