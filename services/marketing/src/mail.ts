import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import { defineFeature } from './service';

/** Sends mails by SMTP. */
export const mail = defineFeature({
  name: 'mail',
  open: ({ config, logger, metrics, mailer }): Mailer =>
    mailer ?? createMailer({ ...mailerOptions(config), logger, metrics }),
  serve: (mailer) => ({ stop: () => mailer.close() }),
});
