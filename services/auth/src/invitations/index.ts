import { InvitationServiceDefinition, type SessionServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import type { Context } from '../context';
import type { SessionPorts } from '../sign-in';
import type { UserHandlers } from '../users';
import { confirmEmail, requestEmailConfirmation, withConfirmation } from './confirm-email';
import type { InvitationPorts } from './invitation-ports';
import { sendInvitation, withInvitation } from './invitations';
import { passwordLinkSchema } from './password-link';
import { acceptInvitation, choosePassword, resetPassword } from './password-links';
import { pendingSignUpSchema } from './pending-sign-up';
import { confirmSignUp, inviteOwner, signUp } from './sign-up';

/** Opens sign-up, invitations and password resets: everything that is confirmed by a mailed link. */
export const openInvitations = (
  { store, rpc, config }: Context,
  sessions: SessionPorts,
  { apiKeys, grants }: Pick<InvitationPorts, 'apiKeys' | 'grants'>,
) => {
  const passwordLinks = store.collection('passwordLinks', passwordLinkSchema);
  const pendingSignUps = store.collection('pendingSignUps', pendingSignUpSchema);
  const ports: InvitationPorts = {
    ...sessions,
    passwordLinks,
    pendingSignUps,
    apiKeys,
    grants,
    signUpMode: config.SIGN_UP,
    limits: {
      ...sessions.limits,
      signUpsPerNetwork: config.LIMIT_SIGN_UPS_PER_NETWORK,
      resetsPerNetwork: config.LIMIT_RESETS_PER_NETWORK,
      newAccountInvitations: config.LIMIT_NEW_ACCOUNT_INVITATIONS,
      newAccountInvitationMails: config.LIMIT_NEW_ACCOUNT_INVITATION_MAILS,
    },
    consoleUrl: `${config.PUBLIC_BASE_URL}/console`,
  };
  rpc.add(InvitationServiceDefinition, { sendInvitation: sendInvitation(ports) });
  const methods = {
    signUp: signUp(ports),
    confirmSignUp: confirmSignUp(ports),
    acceptInvitation: acceptInvitation(ports),
    resetPassword: resetPassword(ports),
    choosePassword: choosePassword(ports),
    requestEmailConfirmation: requestEmailConfirmation(ports),
    confirmEmail: confirmEmail(ports),
  };
  return {
    ports,
    methods,
    commands: { inviteOwner: inviteOwner(ports) },
    withConfirmation: (signIn: Handlers<typeof SessionServiceDefinition>['signIn']) => withConfirmation(ports, signIn),
    withInvitation: (handlers: UserHandlers) => withInvitation(ports, handlers),
  };
};
