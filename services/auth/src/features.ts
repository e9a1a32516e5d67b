import { serveReferences } from '@porchlight/backend';
import { AccountServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import { openAccounts } from './accounts';
import type { Context } from './context';
import { openCredentials } from './credentials';
import { MAX_GROUPS, openGroups } from './groups';
import { openInvitations } from './invitations';
import { openOauth } from './oauth';
import { openOwnership } from './ownership';
import { openRateLimits } from './rate-limits';
import { openSecurity } from './security';
import { openSignIn } from './sign-in';
import { openSystems } from './systems';
import { MAX_TEAMS, openTeams } from './teams';
import { openUsers, serveUsers, type UserStore } from './users';

/** Opens all features of the service, each with those that it depends on. */
export const openFeatures = (context: Context) => {
  const security = openSecurity(context);
  const users: UserStore = openUsers(context, {
    listGroups: (call) => groups.find(call, {}, MAX_GROUPS),
    listTeams: (call) => teams.find(call, {}, MAX_TEAMS),
  });
  const { groups, naming: namingGroups } = openGroups(context, users);
  const teams = openTeams(context, users);
  const accounts = openAccounts(context, {
    ...security,
    users,
    endSessions: (accountId) => signIn.endSessions(accountId),
  });
  const rateLimits = openRateLimits(context, accounts.ports);
  const systems = openSystems(context, accounts.ports);
  const credentials = openCredentials(context, systems.ports, teams);
  const oauth = openOauth(context, accounts.ports);
  serveReferences(context, [namingGroups, oauth.naming]);
  const signIn = openSignIn(context, accounts.ports);
  const { apiKeys } = credentials.ports;
  const invitations = openInvitations(context, signIn.ports, { apiKeys, grants: oauth.ports.grants });
  const ownership = openOwnership(context, signIn.ports);

  serveUsers(context, users, { withInvitation: invitations.withInvitation, getMe: credentials.getMe });
  const forGateway = { roles: ['Operator'] } as const;
  context.rpc.add(
    AccountServiceDefinition,
    {
      ...accounts.commands,
      ...rateLimits.commands,
      ...systems.commands,
      ...credentials.commands,
      ...signIn.commands,
      ...invitations.commands,
    },
    forGateway,
  );
  context.rpc.add(
    SessionServiceDefinition,
    {
      ...signIn.methods,
      ...invitations.methods,
      ...ownership.methods,
      signIn: invitations.withConfirmation(signIn.methods.signIn),
    },
    forGateway,
  );
  return {
    ports: {
      ...credentials.ports,
      ...invitations.ports,
      ...ownership.ports,
      limits: { ...systems.ports.limits, ...invitations.ports.limits },
    },
    workers: {
      'accounts.publish': accounts.publisher,
      'grants.expire': oauth.expiry,
      'grants.publish': oauth.publisher,
      'systems.publish': systems.publisher,
      ownerTransferJobs: ownership.finisher,
    },
    stop: async () => {
      await credentials.stop();
      await oauth.stop();
    },
  };
};
