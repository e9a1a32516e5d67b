import { backendFields, consentFields, originalAddress, rpcAddress, signingKeyFile } from '@porchlight/backend';
import { mailFields } from '@porchlight/mail';
import { address, flag, list, url } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the marketing service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  ...mailFields,
  ...consentFields,
  MARKETING_RPC_ADDRESS: rpcAddress(),
  REQUIRE_SENDER_DOMAIN: flag()
    .prefault('true')
    .describe(
      'Mails to contacts wait until the account has verified a sender domain by a DNS record. Accounts that sent mails before have 30 days.',
    ),
  SENDER_DNS_SERVERS: list()
    .prefault('')
    .describe(
      'DNS servers that prove sender domains, as address or address:port, several between commas; default: those of the system.',
    ),
  INBOUND_SMTP_ADDRESS: address()
    .optional()
    .describe(
      'host:port on which mail arrives by SMTP: replies of contacts and bounces. Without it no mail is received. Put a mail server in front that offers TLS.',
    ),
  INBOUND_MAIL_DOMAIN: z
    .hostname()
    .optional()
    .describe('Domain whose MX leads to INBOUND_SMTP_ADDRESS; signed addresses of mails are on it.'),
  PUBLIC_BASE_URL: url('https:').describe('Address that clients use, in unsubscribe links.'),
  PEOPLE_RPC_ADDRESS: originalAddress('people'),
  AUTH_RPC_ADDRESS: originalAddress('auth'),
  DEALS_RPC_ADDRESS: address().describe('Address of the deals service, which has the stages that automations name.'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: signingKeyFile(),
});

export type Config = z.output<typeof configSchema>;
