import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';
import { failureColumns, type Endpoint } from '../deliveries';
import { grantColumns, grantIndex } from '../granted-records';
import { type SecretBox, signingColumns, signingSecrets } from '../payloads';

export const webhookColumns = {
  ...signingColumns,
  status: column.word('Active', 'Disabled'),
  event: column.text,
  url: column.text,
  /** Attempts after 5 s, 1 min and 10 min besides the hourly ones; absent: false. */
  earlyRetries: column.optional(column.flag),
  system: column.text,
  ...grantColumns,
  /** Event ids of consecutive dead letters; three disable the webhook. */
  givenUp: column.listOf(column.text),
  ...failureColumns,
  /** Cause of the disabled status; absent while active. */
  disabledBy: column.optional(column.word('owner', 'receiver', 'service', 'grant')),
} satisfies Columns;

/** A webhook as stored. */
export interface WebhookDocument extends Document, Stored<typeof webhookColumns> {}

/** accountId comes first. */
export const webhookIndexes: readonly Index[] = [{ keys: { system: 1, event: 1 } }, grantIndex];

/** Encryption context of a webhook's secrets: its account. */
export const secretContext = (accountId: number): string => `webhook of account ${accountId}`;

/** The webhook as an endpoint of deliveries. */
export const toEndpoint = (document: WebhookDocument, box: SecretBox, now: Date): Endpoint => ({
  accountId: document.accountId,
  id: document.id,
  version: document.version,
  system: document.system,
  event: document.event,
  url: document.url,
  origin: new URL(document.url).origin,
  active: document.status === 'Active',
  secrets: signingSecrets(document, now, (sealed) => box.open(sealed, secretContext(document.accountId))),
  givenUp: document.givenUp,
  earlyRetries: document.earlyRetries ?? false,
  failures: { since: document.failingSince, warnedAt: document.warnedAt },
});
