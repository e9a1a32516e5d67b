import { backendFields, rpcAddress, signingKeyFile } from '@porchlight/backend';
import { externalServicesText } from '@porchlight/contracts';
import { egressFields } from '@porchlight/egress';
import { LIMITS } from '@porchlight/limits';
import { mailFields } from '@porchlight/mail';
import { address, base64File, durationMs, HOUR_MS, integer, limitField, textFile, url } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the notifier service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  NOTIFIER_RPC_ADDRESS: rpcAddress(),
  AUTH_RPC_ADDRESS: address().describe('Address of the auth service, which stores the keys of systems.'),
  PEOPLE_RPC_ADDRESS: address().describe('Address of the people service, which confirms erasures of people.'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: signingKeyFile(),
  EXTERNAL_SERVICES_FILE: textFile()
    .pipe(externalServicesText)
    .optional()
    .describe(
      'Services of other teams whose changes are sent to webhooks; the same file as that of the gateway (docs/services.md).',
    ),
  SECRETS_KEY_FILE: base64File(32).describe('Key that signing secrets are encrypted with, 32 bytes as base64.'),
  PUBLIC_BASE_URL: url('https:').describe('Base of the addresses in notifications, without /v1.'),
  WEBHOOK_RETRY_INTERVAL_MS: durationMs().prefault('3600000').describe('Pause between attempts.'),
  WEBHOOK_GIVE_UP_AFTER_MS: durationMs()
    .prefault('129600000')
    .describe('Retries end this long after the event; then the delivery is a dead letter.'),
  WEBHOOK_TIMEOUT_MS: durationMs({ max: 60_000 }).prefault('10000').describe('Timeout of one attempt.'),
  WEBHOOK_CONNECT_TIMEOUT_MS: durationMs({ max: 60_000 }).prefault('3000').describe('Timeout of the connection.'),
  WEBHOOKS_PER_EVENT: integer({ min: 1, max: 100 })
    .prefault('2')
    .describe('Maximum number of webhooks per event, system and account.'),
  SYSTEM_SIGNATURE_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a header name')
    .default('X-System-Signature')
    .describe("Header of the legacy signature, keyed with the system's X-System-Key."),
  ...egressFields,
  ...mailFields,
  LIMIT_DELIVERY_ATTEMPTS: limitField(LIMITS.deliveryAttempts),
  LIMIT_DESTINATION_ATTEMPTS_MIN: limitField(LIMITS.destinationAttemptsMin),
  LIMIT_DESTINATION_ATTEMPTS_MAX: limitField(LIMITS.destinationAttemptsMax),
  LIMIT_DEAD_DESTINATION_PROBES: limitField(LIMITS.deadDestinationProbes),
  LIMIT_WEBHOOKS_PER_ACCOUNT: limitField(LIMITS.webhooksPerAccount),
  NOTIFIER_ENDPOINT_RATE: integer({ min: 1, max: 100_000 })
    .prefault('1000')
    .describe('Maximum attempts per second to one destination (origin of one account).'),
  NOTIFIER_POLL_INTERVAL_MS: durationMs({ max: HOUR_MS })
    .prefault('1000')
    .describe('Longest pause between two polls for due deliveries.'),
  NOTIFIER_WEBHOOK_CACHE_MS: durationMs({ min: 0, max: 60_000 })
    .prefault('1000')
    .describe('How long other replicas may use cached webhooks after a write.'),
});

export type Config = z.output<typeof configSchema>;
