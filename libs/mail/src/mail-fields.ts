import { allowList } from '@porchlight/egress';
import { url } from '@porchlight/runtime';
import * as z from 'zod';
import { readSender } from './compose-mail';
import type { MailerOptions } from './create-mailer';

/** Configuration of a service that sends mail. */
export const mailFields = {
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('Mail server, as smtp://user:password@host:587 or smtps://host; secret. Without it no mail is sent.'),
  SMTP_TLS: z
    .enum(['required', 'optional'])
    .default('required')
    .describe(
      'required: mail leaves with TLS only (smtps, or STARTTLS). optional: without TLS if the server offers none.',
    ),
  SMTP_ALLOW: allowList()
    .prefault('')
    .describe(
      'Hosts, addresses or CIDR ranges, each with or without :port, that the mail server may have though internal.',
    ),
  MAIL_FOLDER: z
    .string()
    .optional()
    .describe(
      'Folder that mails are written to as .eml files instead of being sent: for the local profile. SMTP_URL then has no effect.',
    ),
  MAIL_FROM: z
    .string()
    .refine((text) => readSender(text) !== undefined, 'must be an address, or Name <address>')
    .default('Porchlight <porchlight@localhost>')
    .describe('Sender of all mail, as Name <address>.'),
};

type MailConfig = z.output<z.ZodObject<typeof mailFields>>;

/** The options of createMailer that are configured. */
export const mailerOptions = (
  config: MailConfig,
): Pick<MailerOptions, 'url' | 'tls' | 'allow' | 'folder' | 'from'> => ({
  url: config.SMTP_URL,
  tls: config.SMTP_TLS,
  allow: config.SMTP_ALLOW,
  folder: config.MAIL_FOLDER,
  from: config.MAIL_FROM,
});
