import { plainName, type Mail } from '@porchlight/mail';

/** Subject and text of a mail to a user. */
type MailText = Pick<Mail, 'subject' | 'text'>;

/** What a reader does who did not cause the mail. */
const IGNORE = 'ignore this email';

/** The name of an account as plain text: other people choose it. */
const nameOf = (accountName: string | undefined, unnamed = 'Porchlight'): string =>
  plainName(accountName ?? '') || unnamed;

/** Invites a user to an account; the link is valid for 7 days. */
export const invitationMail = (accountName: string | undefined, url: string): MailText => {
  const subject = `You are invited to ${nameOf(accountName)}`;
  return { subject, text: `${subject}.\n\nChoose a password within 7 days:\n${url}\n` };
};

/** A link of a user who forgot the password, or of one who did not accept the invitation yet. */
export interface ResetLink {
  readonly accountName: string | undefined;
  readonly url: string;
  readonly invited: boolean;
}

/** The links of all users with this email; one for a new password is valid for an hour, an invitation for 7 days. */
export const resetMail = (email: string, links: readonly ResetLink[]): MailText => {
  const lines = links.map(({ accountName, url, invited }) =>
    invited
      ? `Join ${nameOf(accountName)} within 7 days:\n${url}`
      : `Choose a new password for ${nameOf(accountName)} within an hour:\n${url}`,
  );
  return {
    subject: 'Choose a new password',
    text: `A new password for ${email} was requested. If you did not request it, ${IGNORE}.\n\n${lines.join('\n\n')}\n`,
  };
};

const CONFIRM = 'Confirm your email address';

/** Asks for the confirmation that creates an account. The text has no input of the sender. */
export const signUpMail = (url: string): MailText => ({
  subject: CONFIRM,
  text: `${CONFIRM} and choose a password to create your Porchlight account:\n${url}\n\nThe link is valid for 24 hours. If you did not sign up, ${IGNORE}.\n`,
});

/** Asks a user for the confirmation of the email. */
export const confirmationMail = (email: string, accountName: string | undefined, url: string): MailText => {
  const account = nameOf(accountName);
  return {
    subject: CONFIRM,
    text: `Confirm that ${email} is your address, so that ${account} can send you email:\n${url}\n\nThe link is valid for 24 hours. If you do not use ${account}, ${IGNORE}.\n`,
  };
};

/** Reports that the password of the user was changed. */
export const passwordChangedMail: MailText = {
  subject: 'Your password was changed',
  text: 'The password of your account was changed. If you did not change it, reset your password at once.\n',
};

/** Reports a new owner to the new and to the former one. */
export const newOwnerMail = (accountName: string | undefined, owner: string, former: string): MailText => {
  const account = nameOf(accountName, 'Your account');
  return {
    subject: `${account} has a new owner`,
    text: `${plainName(owner)} is the owner of ${account} from now on. The former owner, ${plainName(former)}, is now a broker.\n`,
  };
};
