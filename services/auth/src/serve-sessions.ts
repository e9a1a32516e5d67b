import { InvitationServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import { sendInvitation } from './sessions/invitations';
import { listSessions, revokeSession } from './sessions/list-sessions';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
} from './sessions/manage-second-factor';
import { endSession, verifySession } from './sessions/open-session';
import { changePassword, changeProfile } from './sessions/own-profile';
import { acceptInvitation, choosePassword, resetPassword } from './sessions/password-links';
import type { SessionPorts } from './sessions/session-ports';
import { signIn } from './sessions/sign-in';
import { confirmSignUp, signUp } from './sessions/sign-up';
import { transferOwnership } from './sessions/transfer-ownership';

/** Sessions, for the gateway only, and invitations. */
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
  rpc.add(InvitationServiceDefinition, { sendInvitation: sendInvitation(ports) });
};
