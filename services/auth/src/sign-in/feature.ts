import { methods } from '@porchlight/backend';
import { AccountServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import { accounts } from '../accounts';
import { mail } from '../mail';
import { defineFeature } from '../service';
import type { UserDocument } from '../users';
import { findUsersByEmail } from './find-users-by-email';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from './manage-second-factor';
import { listSessions, revokeSession } from './manage-sessions';
import { endSession, verifySession } from './open-session';
import { changePassword, changeProfile } from './own-profile';
import { secondFactorSchema, sessionSchema } from './session-document';
import type { SignIn } from './session-parts';

const forGateway = { roles: ['Operator'] } as const;

/** Sessions and second factors (decisions section 8). Invitations serve the sign-in: it may ask for a confirmation. */
export const signIn = defineFeature({
  name: 'sign-in',
  needs: { accounts, mail },
  open: ({ store, config, accounts: opened, mail: mailer }): SignIn => ({
    ...opened,
    sessions: store.collection('sessions', sessionSchema),
    secondFactors: store.collection('secondFactors', secondFactorSchema),
    findUsersByEmail: findUsersByEmail(store.collection<UserDocument>('users')),
    mailer,
    limits: {
      signInFailuresPerNetwork: config.LIMIT_SIGN_IN_FAILURES_PER_NETWORK,
      signInFailuresPerEmail: config.LIMIT_SIGN_IN_FAILURES_PER_EMAIL,
      signInFailuresFromDevices: config.LIMIT_SIGN_IN_FAILURES_FROM_DEVICES,
    },
    sessionLifetimeMs: config.SESSION_LIFETIME_MS,
  }),
  serve: (opened) => ({
    methods: [
      methods(
        SessionServiceDefinition,
        {
          verifySession: verifySession(opened),
          endSession: endSession(opened),
          listSessions: listSessions(opened),
          revokeSession: revokeSession(opened),
          readSecondFactor: readSecondFactor(opened),
          beginSecondFactor: beginSecondFactor(opened),
          confirmSecondFactor: confirmSecondFactor(opened),
          endSecondFactor: endSecondFactor(opened),
          changeProfile: changeProfile(opened),
          changePassword: changePassword(opened),
        },
        forGateway,
      ),
      methods(AccountServiceDefinition, { removeSecondFactor: removeSecondFactor(opened) }, forGateway),
    ],
  }),
});
