import { InvitationServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import { sendInvitation } from './invitations/invitations';
import { listSessions, revokeSession } from './sign-in/list-sessions';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
} from './sign-in/manage-second-factor';
import { endSession, verifySession } from './sign-in/open-session';
import { changePassword, changeProfile } from './sign-in/own-profile';
import { acceptInvitation, choosePassword, resetPassword } from './invitations/password-links';
import type { SessionPorts } from './sign-in/session-ports';
import { signIn } from './sign-in/sign-in';
import { confirmSignUp, signUp } from './invitations/sign-up';
import { transferOwnership } from './ownership/transfer-ownership';

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
