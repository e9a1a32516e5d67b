import { SessionServiceDefinition, type User } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { ResourceHandlers, StoreCall } from '@porchlight/store';
import { listSessions, revokeSession } from './sessions/list-sessions';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, readSecondFactor } from './sessions/manage-second-factor';
import { endSession, verifySession } from './sessions/open-session';
import { changePassword, changeProfile } from './sessions/own-profile';
import { acceptInvitation, choosePassword, inviteUser, resetPassword } from './sessions/password-links';
import type { SessionPorts } from './sessions/session-ports';
import { signIn } from './sessions/sign-in';
import { confirmSignUp, signUp } from './sessions/sign-up';
import { transferOwnership } from './sessions/transfer-ownership';

/** Sessions, for the gateway alone. */
export const serveSessions = (rpc: RpcServer, ports: SessionPorts): void => {
  rpc.add(
    SessionServiceDefinition,
    {
      signIn: signIn(ports),
      verifySession: verifySession(ports),
      endSession: endSession(ports),
      listSessions: listSessions(ports),
      revokeSession: revokeSession(ports),
      signUp: signUp(ports),
      confirmSignUp: confirmSignUp(ports),
      acceptInvitation: acceptInvitation(ports),
      resetPassword: resetPassword(ports),
      choosePassword: choosePassword(ports),
      readSecondFactor: readSecondFactor(ports),
      beginSecondFactor: beginSecondFactor(ports),
      confirmSecondFactor: confirmSecondFactor(ports),
      endSecondFactor: endSecondFactor(ports),
      transferOwnership: transferOwnership(ports),
      changeProfile: changeProfile(ports),
      changePassword: changePassword(ports),
    },
    { roles: ['Operator'] },
  );
};

/** Handlers of users: who is invited gets a link to choose a password by, in the answer to the invitation alone. */
export const inviting = (ports: SessionPorts, handlers: ResourceHandlers): ResourceHandlers => ({
  ...handlers,
  async createUser(request: unknown, call: StoreCall): Promise<unknown> {
    const answer = (await handlers['createUser']!(request, call)) as { record: User; created: boolean };
    const user = answer.created ? await ports.users.load(call, answer.record.id) : undefined;
    if (!user) return answer;
    return { ...answer, record: { ...answer.record, invitationUrl: await inviteUser(ports, user) } };
  },
});
