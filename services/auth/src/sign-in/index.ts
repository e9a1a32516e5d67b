import type { AccountPorts } from '../accounts';
import type { Context } from '../context';
import type { UserDocument } from '../users';
import { listSessions, revokeSession } from './list-sessions';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from './manage-second-factor';
import { endSession, verifySession } from './open-session';
import { changePassword, changeProfile } from './own-profile';
import { secondFactorSchema, sessionSchema } from './session-document';
import type { SessionPorts } from './session-ports';
import { signIn } from './sign-in';

export { knownDevice, networkKey } from './known-device';
export { openSession, requireSession } from './open-session';
export { assertPassword, hashPasswordVersion } from './password';
export { confirmIdentity, loadSecondFactor } from './second-factor';
export type { SessionPorts } from './session-ports';

/** Accounts that one email is looked up in at sign-in. */
const MAX_ACCOUNTS_PER_EMAIL = 50;

/** Opens sessions and second factors (decisions section 8). */
export const openSignIn = ({ store, config, mailer }: Context, accounts: AccountPorts) => {
  const users = store.collection<UserDocument>('users');
  const sessions = store.collection('sessions', sessionSchema);
  const secondFactors = store.collection('secondFactors', secondFactorSchema);
  const ports: SessionPorts = {
    ...accounts,
    sessions,
    secondFactors,
    findUsersByEmail: (emailKey) => users.find({ emailKey }, { limit: MAX_ACCOUNTS_PER_EMAIL }),
    mailer,
    limits: {
      signInFailuresPerNetwork: config.LIMIT_SIGN_IN_FAILURES_PER_NETWORK,
      signInFailuresPerEmail: config.LIMIT_SIGN_IN_FAILURES_PER_EMAIL,
    },
  };
  const methods = {
    signIn: signIn(ports),
    verifySession: verifySession(ports),
    endSession: endSession(ports),
    listSessions: listSessions(ports),
    revokeSession: revokeSession(ports),
    readSecondFactor: readSecondFactor(ports),
    beginSecondFactor: beginSecondFactor(ports),
    confirmSecondFactor: confirmSecondFactor(ports),
    endSecondFactor: endSecondFactor(ports),
    changeProfile: changeProfile(ports),
    changePassword: changePassword(ports),
  };
  return {
    ports,
    methods,
    commands: { removeSecondFactor: removeSecondFactor(ports) },
    endSessions: (accountId: number) => sessions.deleteMany({ accountId }),
  };
};
