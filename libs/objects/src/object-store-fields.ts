import { textFile, url, type Clock } from '@porchlight/runtime';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { createFileStore } from './file-store';
import type { ObjectStore } from './object-store';
import { openLazily } from './open-lazily';

/** Configuration of where uploaded files are stored (D12.2). */
export const objectStoreFields = {
  OBJECT_STORE_URL: url('s3:', 'file:')
    .optional()
    .describe(
      'Where uploaded files are stored: s3://<bucket>?region=<region>, with &endpoint=<address> for a server other than AWS, or file:///<folder>; without it uploads are refused.',
    ),
  OBJECT_STORE_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Access key of the object store; default: the credentials of the environment of AWS.'),
  OBJECT_STORE_SECRET_KEY: z.string().min(1).optional().describe('Secret of that access key.'),
  OBJECT_STORE_SECRET_KEY_FILE: textFile()
    .optional()
    .describe('File with the secret, instead of OBJECT_STORE_SECRET_KEY.'),
};

/** The values of that configuration. */
export interface ObjectStoreConfig {
  readonly OBJECT_STORE_URL?: string | undefined;
  readonly OBJECT_STORE_ACCESS_KEY?: string | undefined;
  readonly OBJECT_STORE_SECRET_KEY?: string | undefined;
  readonly OBJECT_STORE_SECRET_KEY_FILE?: string | undefined;
}

/** Opens the configured store; undefined: none is configured. Throws for half of a pair of credentials. */
export const openObjectStore = (config: ObjectStoreConfig, clock: Pick<Clock, 'now'>): ObjectStore | undefined => {
  const {
    OBJECT_STORE_URL: address,
    OBJECT_STORE_ACCESS_KEY: accessKeyId,
    OBJECT_STORE_SECRET_KEY: secret = config.OBJECT_STORE_SECRET_KEY_FILE?.trim(),
  } = config;
  if (address === undefined) return undefined;
  const { protocol, hostname, searchParams, href } = new URL(address);
  if (protocol === 'file:') return createFileStore(fileURLToPath(href), clock);
  if ((accessKeyId === undefined) !== (secret === undefined))
    throw new Error('Set OBJECT_STORE_ACCESS_KEY and OBJECT_STORE_SECRET_KEY (or its file), or neither of them.');
  const options = {
    bucket: hostname,
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint: searchParams.get('endpoint') ?? undefined,
    credentials:
      accessKeyId === undefined || secret === undefined ? undefined : { accessKeyId, secretAccessKey: secret },
  };
  return openLazily(async () => (await import('./s3-store')).createS3Store(options));
};
