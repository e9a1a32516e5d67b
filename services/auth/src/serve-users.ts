import {
  groups,
  GroupServiceDefinition,
  teams,
  TeamServiceDefinition,
  users,
  UserServiceDefinition,
} from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import { createAccountLock, handlersOf, type AccountLock, type Store } from '@porchlight/store';
import { inviting } from './invitations/invitations';
import type { SessionPorts } from './sign-in/session-ports';
import { deleteTeam, deleteUser } from './users/delete-with-target';
import { getMe } from './users/get-me';
import { listRoundRobinGroups } from './groups/list-round-robin-groups';
import { rejectDuplicates, writingInTurn } from './users/write-named';

/** Serves users, groups and teams as their account manages them (decisions section 6). */
export const serveUsers = (rpc: RpcServer, store: Pick<Store, 'lease'>, ports: SessionPorts): void => {
  const lockOf = (kind: string): AccountLock => createAccountLock(kind, (name, ttlMs) => store.lease(name, ttlMs));
  const userHandlers = inviting(ports, {
    ...rejectDuplicates(handlersOf(users, ports.users)),
    deleteUser: deleteUser(ports) as never,
  });
  const teamVerbs = handlersOf(teams, ports.teams);
  const groupHandlers = writingInTurn(lockOf('groups'), handlersOf(groups, ports.groups), 'createGroup', 'updateGroup');
  const teamHandlers = writingInTurn(
    lockOf('teams'),
    { ...teamVerbs, deleteTeam: deleteTeam(ports, teamVerbs) as never },
    'createTeam',
    'updateTeam',
    'deleteTeam',
  );
  rpc.add(UserServiceDefinition, { ...userHandlers, getMe: getMe(ports) } as never);
  rpc.add(GroupServiceDefinition, {
    ...groupHandlers,
    listRoundRobinGroups: listRoundRobinGroups(groupHandlers),
  } as never);
  rpc.add(TeamServiceDefinition, teamHandlers as never);
};
