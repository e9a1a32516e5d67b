import { mayMailUser } from '@porchlight/contracts';
import type { CopiedUser, UserCopies } from '../copies';

/** Decides which users get mail. */
export interface MailGate {
  /** The user, if mail may be sent now. Undefined: not found, disabled, or the address is not confirmed. */
  findRecipient(user: Pick<CopiedUser, 'accountId' | 'userId'>): Promise<CopiedUser | undefined>;
  mayMail(user: CopiedUser): boolean;
}

interface MailGateOptions {
  readonly users: Pick<UserCopies, 'find'>;
  /** False where mails stay on this machine: then no address needs to be confirmed. */
  readonly mailsLeave: boolean;
  readonly clock: { now(): number };
}

/** Mail goes to active and invited users whose address was confirmed (N5). */
export const createMailGate = ({ users, mailsLeave, clock }: MailGateOptions): MailGate => {
  const mayMail = (user: CopiedUser): boolean =>
    user.status !== 'Disabled' && (!mailsLeave || mayMailUser(user, clock.now()));
  return {
    mayMail,
    async findRecipient(key) {
      const user = (await users.find([key]))(key.accountId, key.userId);
      return user && mayMail(user) ? user : undefined;
    },
  };
};
