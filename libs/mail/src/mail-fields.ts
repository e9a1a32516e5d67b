import { url } from '@porchlight/runtime';
import * as z from 'zod';
import { readSender } from './compose-mail';

/** Configuration of a service that sends mail. */
export const mailFields = {
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('Mail server, as smtp://user:password@host:587 or smtps://host; secret. Without it no mail is sent.'),
  MAIL_FOLDER: z
    .string()
    .optional()
    .describe('Folder that mails are written to as .eml files instead of being sent: for the local profile. SMTP_URL then has no effect.'),
  MAIL_FROM: z
    .string()
    .refine((text) => readSender(text) !== undefined, 'must be an address, or Name <address>')
    .default('Porchlight <porchlight@localhost>')
    .describe('Sender of all mail, as Name <address>.'),
};
