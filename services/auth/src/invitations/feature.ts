import { methods } from '@porchlight/backend';
import {
  AccountServiceDefinition,
  EVERYONE,
  InvitationServiceDefinition,
  SessionServiceDefinition,
  UserServiceDefinition,
} from '@porchlight/contracts';
import { accounts } from '../accounts';
import { credentials } from '../credentials';
import { oauth } from '../oauth';
import { defineFeature } from '../service';
import { signIn, signInByPassword } from '../sign-in';
import { createUserHandlers, users } from '../users';
import { confirmEmail, requestEmailConfirmation, withConfirmation } from './confirm-email';
import type { InvitationLimits, Invitations, PasswordResets, SignUps } from './invitation-parts';
import { sendInvitation, withInvitation } from './invitations';
import { passwordLinkSchema } from './password-link-document';
import { acceptInvitation, choosePassword, readInvitation, resetPassword } from './password-links';
import { pendingSignUpSchema } from './pending-sign-up';
import { confirmSignUp, inviteOwner, signUp } from './sign-up';

/** What sign-ups, invitations and resets work with. */
export interface OpenedInvitations extends SignUps, Invitations, PasswordResets {
  readonly limits: InvitationLimits;
}

const forGateway = { roles: ['Operator'] } as const;

/** Sign-up, invitations and password resets: everything that is confirmed by a mailed link. */
export const invitations = defineFeature({
  name: 'invitations',
  needs: { users, accounts, credentials, oauth, signIn },
  open({
    store,
    config,
    accounts: ofAccounts,
    credentials: { apiKeys },
    oauth: { grants },
    signIn: ofSignIn,
  }): OpenedInvitations {
    return {
      ...ofAccounts,
      ...ofSignIn,
      passwordLinks: store.collection('passwordLinks', passwordLinkSchema),
      pendingSignUps: store.collection('pendingSignUps', pendingSignUpSchema),
      apiKeys,
      grants,
      signUpMode: config.SIGN_UP,
      limits: {
        signUpsPerNetwork: config.LIMIT_SIGN_UPS_PER_NETWORK,
        resetsPerNetwork: config.LIMIT_RESETS_PER_NETWORK,
        newAccountInvitations: config.LIMIT_NEW_ACCOUNT_INVITATIONS,
        newAccountInvitationMails: config.LIMIT_NEW_ACCOUNT_INVITATION_MAILS,
      },
      consoleUrl: `${config.PUBLIC_BASE_URL}/console`,
    };
  },
  serve: (opened, { signIn: ofSignIn, users: userStore }) => ({
    methods: [
      methods(InvitationServiceDefinition, { sendInvitation: sendInvitation(opened) }),
      methods(UserServiceDefinition, withInvitation(opened, createUserHandlers(userStore)), { roles: EVERYONE }),
      methods(
        SessionServiceDefinition,
        {
          signIn: withConfirmation(opened, signInByPassword(ofSignIn)),
          signUp: signUp(opened),
          confirmSignUp: confirmSignUp(opened),
          readInvitation: readInvitation(opened),
          acceptInvitation: acceptInvitation(opened),
          resetPassword: resetPassword(opened),
          choosePassword: choosePassword(opened),
          requestEmailConfirmation: requestEmailConfirmation(opened),
          confirmEmail: confirmEmail(opened),
        },
        forGateway,
      ),
      methods(AccountServiceDefinition, { inviteOwner: inviteOwner(opened) }, forGateway),
    ],
  }),
});
