import { defineFeature } from '../service';
import { createMailAddresses, type MailAddresses } from './mail-addresses';

/** Signed addresses of sent mails; undefined if no mail is received. */
export const mailAddresses = defineFeature({
  name: 'mailAddresses',
  open: ({ config }): { readonly signed: MailAddresses | undefined } => ({
    signed:
      config.INBOUND_SMTP_ADDRESS !== undefined && config.INBOUND_MAIL_DOMAIN !== undefined
        ? createMailAddresses(config.CONSENT_KEY_FILE, config.INBOUND_MAIL_DOMAIN)
        : undefined,
  }),
});
