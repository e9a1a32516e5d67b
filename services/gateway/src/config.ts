import { objectStoreFields } from '@porchlight/objects';
import {
  BACKENDS,
  externalServicesText,
  rpcAddressVariable,
  type BackendName,
  type RpcAddressVariable,
} from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { rpcTlsFields } from '@porchlight/rpc';
import {
  addressList,
  durationMs,
  flag,
  integer,
  limitField,
  list,
  port,
  serviceFields,
  textFile,
  url,
} from '@porchlight/runtime';
import * as z from 'zod';

const rpcAddressesField = (name: BackendName) =>
  addressList().describe(
    `Where the replicas of the ${name} service listen: host:port, several between commas; a host name stands for all its addresses.`,
  );
const rpcAddresses = Object.fromEntries(
  BACKENDS.map((name) => [rpcAddressVariable(name), rpcAddressesField(name)]),
) as Record<RpcAddressVariable, ReturnType<typeof rpcAddressesField>>;

/** Configuration of the gateway from the environment. */
export const configSchema = z.object({
  ...serviceFields,
  ...rpcTlsFields,
  GATEWAY_HOST: z.string().default('0.0.0.0').describe('Address that HTTPS listens on.'),
  GATEWAY_PORT: port().prefault('8443').describe('Port of HTTPS.'),
  GATEWAY_TLS_CERT_FILE: textFile().describe('Certificate chain, PEM; reloaded while running, checked every 30 s.'),
  GATEWAY_TLS_KEY_FILE: textFile().describe('Private key of the certificate, PEM; reloaded with it.'),
  GATEWAY_PLAIN_PORT: port()
    .optional()
    .describe('Port of plain HTTP for trusted proxies that end TLS; none unless set.'),
  TRUSTED_PROXIES: list().prefault('').describe('Addresses or CIDR ranges of proxies that may speak plain HTTP.'),
  TRUSTED_PROXY_HOPS: integer({ min: 1, max: 10 })
    .prefault('1')
    .describe(
      'Proxies that append to X-Forwarded-For, the last of which is in TRUSTED_PROXIES: 1 for an ingress, 2 for an ingress behind a CDN. The first of them must be the only way to the others.',
    ),
  ...objectStoreFields,
  PUBLIC_BASE_URL: url('https:').describe('Address that clients use, in links.'),
  AUTH_BASE_URL: url('https:').optional().describe('Address of the authorization server; PUBLIC_BASE_URL unless set.'),
  ...rpcAddresses,
  EXTERNAL_SERVICES_FILE: textFile()
    .pipe(externalServicesText)
    .optional()
    .describe('Services of other teams whose resources are served, JSON (docs/services.md); none unless set.'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: textFile().describe(
    'Ed25519 key of this service that signs internal tokens, PKCS8 PEM; reloaded while running, checked every 30 s.',
  ),
  ALLOW_SYSTEM_WITHOUT_KEY: flag().prefault('false').describe('Let senders in that name their system without its key.'),
  CONSOLE_FOLDER: z.string().optional().describe('Folder of the built web pages; none are served unless set.'),
  DOWNLOADS_FOLDER: z
    .string()
    .optional()
    .describe('Folder of the packed SDKs and command line; none are served unless set.'),
  GATEWAY_DRAIN_MS: integer({ min: 0, max: 15_000 })
    .prefault('2000')
    .describe('How long a stopping gateway, already not ready, goes on serving so that balancers leave it.'),
  GATEWAY_KEEP_ALIVE_MS: durationMs()
    .prefault('65000')
    .describe(
      'How long a connection without requests stays open; longer than a balancer in front keeps it, so that the balancer closes first.',
    ),
  GATEWAY_REQUESTS_PER_CONNECTION: integer({ min: 0, max: 1_000_000 })
    .prefault('10000')
    .describe(
      'Requests after which a connection is closed with its answer, so that busy clients come to new gateways too; 0 for no such limit.',
    ),
  LIMIT_BODY_BYTES_IN_FLIGHT: limitField(LIMITS.bodyBytesInFlight),
  LIMIT_BODY_BYTES_PER_ACCOUNT: limitField(LIMITS.bodyBytesPerAccount),
  LIMIT_RESPONSE_BYTES_IN_FLIGHT: limitField(LIMITS.responseBytesInFlight),
  LIMIT_RESPONSE_BYTES_PER_ACCOUNT: limitField(LIMITS.responseBytesPerAccount),
  LIMIT_REQUESTS_IN_FLIGHT: limitField(LIMITS.requestsInFlight),
  LIMIT_REQUEST_SHARE_MS: limitField(LIMITS.requestShareMs),
  LIMIT_WAITING_REQUESTS_PER_ACCOUNT: limitField(LIMITS.waitingRequestsPerAccount),
  LIMIT_LISTS_PER_ACCOUNT: limitField(LIMITS.listsPerAccount),
  LIMIT_LISTS_PER_SERVICE: limitField(LIMITS.listsPerService),
  LIMIT_BATCHES_PER_ACCOUNT: limitField(LIMITS.batchesPerAccount),
  LIMIT_BATCHES: limitField(LIMITS.batches),
  LIMIT_SLOW_READER_MS: limitField(LIMITS.slowReaderMs),
  LIMIT_CONNECTIONS_PER_NETWORK: limitField(LIMITS.connectionsPerNetwork),
  LIMIT_UNKNOWN_KEYS_PER_MINUTE: limitField(LIMITS.unknownKeysPerMinute),
  LIMIT_UNKNOWN_SESSIONS_PER_MINUTE: limitField(LIMITS.unknownSessionsPerMinute),
  GATEWAY_RPC_TIMEOUT_MS: durationMs().prefault('5000').describe('Longest wait for a service.'),
});

/** The validated configuration. */
export type Config = z.output<typeof configSchema>;
