import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import { defineFeature } from '../service';

/** Sends mails to users. */
export const mail = defineFeature({
  name: 'mail',
  open: ({ config, logger, metrics }): Mailer => createMailer({ ...mailerOptions(config), logger, metrics }),
  serve: (mailer) => ({ stop: () => mailer.close() }),
});
