import { kafkaSecurityFields } from '@porchlight/bus';
import { rpcTlsFields } from '@porchlight/rpc';
import * as z from 'zod';
import { address, addressList, base64File, durationMs, mongodbUri, serviceFields, textFile } from '@porchlight/runtime';

/** Configuration fields of every backend service; each service adds its own RPC address. */
export const backendFields = {
  ...serviceFields,
  ...rpcTlsFields,
  RPC_STREAM: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether callers may use one multiplexed stream (on, the default), which costs less CPU per call; off serves unary gRPC only.',
    ),
  RPC_REFLECTION: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether grpc.reflection.v1 describes the methods of the service without a token: on; off is the default.',
    ),
  MONGODB_URI: mongodbUri().describe('The MongoDB server; each service uses a database of its own on it.'),
  INDEXES: z
    .enum(['apply', 'check', 'only'])
    .optional()
    .describe(
      'How a start handles missing indexes and pending migrations: apply (the default) creates and runs them, check is not ready until a job has done so, only does so and exits.',
    ),
  DATABASE_DIALECT: z
    .enum(['mongodb', 'compatible', 'embedded'])
    .optional()
    .describe(
      'How queries are sent: mongodb for MongoDB itself, compatible (the default) for any server that speaks its protocol, also those that use an index only if it contains each field of a query, embedded for the development server, which ignores limits; `npm start` sets it.',
    ),
  CHECK_SHARD_KEYS: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'For tests: on rejects statements on sharded collections that name no account, and observes all commands that are sent (store_commands_total).',
    ),
  KAFKA_BROKERS: addressList().describe('Kafka brokers.'),
  ...kafkaSecurityFields,
  KAFKA_SESSION_MS: durationMs({ min: 6_000 })
    .optional()
    .describe(
      'Time without a heartbeat after which a consumer loses its partitions; 10000 if unset. A crash pauses its consumer group for as long; a process that pauses for longer loses its partitions.',
    ),
  ACCOUNT_ERASURE_DELAY_MS: durationMs({ min: 0 })
    .optional()
    .describe(
      'Time between the deletion of an account and the first erasure of its data; 600000 (10 minutes) if unset. Until then, an operator can stop the services.',
    ),
  INTERNAL_TOKEN_PUBLIC_KEY_FILE: textFile().describe(
    'Ed25519 keys that verify internal tokens, SPKI PEM: 1 to 4 keys of each signing service, each after a line `issuer: <service>`; reloaded while running, checked every 30 s.',
  ),
  NEXT_TOKEN_KEY_FILE: base64File(32).describe(
    'Key of the continuation tokens of lists and of the links of files, 32 bytes as base64.',
  ),
};

/** The address that a service listens on, under its conventional name. */
export const rpcAddress = () => address().describe('Address that this service listens on for RPC.');
