import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { pipeline, Readable } from 'node:stream';
import { countBytes } from './count-bytes';
import { checkKey, checkPrefix, type Deletion, type ObjectStore } from './object-store';

/** Where and how objects are stored over the S3 protocol. */
export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Address of a server other than AWS; the bucket is then a part of the path. */
  readonly endpoint?: string | undefined;
  /** Default: those of the environment of AWS, such as a role of the machine. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const CONNECT_MS = 5_000;
/** Longest wait for the next bytes of a response, ms. */
const SILENCE_MS = 30_000;
const MAX_ATTEMPTS = 3;

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
};

const ignore = (): void => undefined;
/** Otherwise the SDK writes warnings to the console; each failure is thrown. */
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

const createClient = ({ region, endpoint, credentials }: S3Options): S3Client =>
  new S3Client({
    region,
    maxAttempts: MAX_ATTEMPTS,
    logger: SILENT,
    // Other servers than AWS do not know the checksums that the SDK adds by default; TLS protects the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  });

/** Stores objects over the S3 protocol (D12.2). */
export const createS3Store = (options: S3Options): ObjectStore => {
  const { bucket: Bucket } = options;
  const client = createClient(options);
  const at = (key: string): { Bucket: string; Key: string } => {
    checkKey(key);
    return { Bucket, Key: key };
  };
  const remove = async (key: string, abortSignal: AbortSignal): Promise<void> =>
    void (await unlessMissing(client.send(new DeleteObjectCommand({ Bucket, Key: key }), { abortSignal })));

  return {
    async put(key, body, size, abortSignal) {
      const counted = countBytes(size);
      let failure: Error | undefined;
      // The server stores nothing if fewer bytes arrive than the request announces.
      const cut = new AbortController();
      pipeline(body, counted, (error) => {
        if (!error) return;
        failure = error;
        cut.abort(error);
      });
      try {
        const command = new PutObjectCommand({ ...at(key), Body: counted, ContentLength: size });
        await client.send(command, { abortSignal: AbortSignal.any([abortSignal, cut.signal]) });
      } catch (error) {
        counted.destroy();
        throw failure ?? error;
      }
      if (failure) {
        await remove(key, abortSignal);
        throw failure;
      }
    },
    async get(key, abortSignal, first) {
      const range = first === undefined ? {} : { Range: `bytes=0-${first - 1}` };
      try {
        const found = await unlessMissing(client.send(new GetObjectCommand({ ...at(key), ...range }), { abortSignal }));
        if (!(found?.Body instanceof Readable)) return undefined;
        return { body: found.Body, size: found.ContentLength ?? 0 };
      } catch (error) {
        // An empty object has no first byte.
        const isEmpty = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
        if (isEmpty) return { body: Readable.from([]), size: 0 };
        throw error;
      }
    },
    async size(key, abortSignal) {
      const found = await unlessMissing(client.send(new HeadObjectCommand(at(key)), { abortSignal }));
      return found && (found.ContentLength ?? 0);
    },
    async copy(from, to, abortSignal) {
      checkKey(from);
      await client.send(new CopyObjectCommand({ ...at(to), CopySource: `${Bucket}/${from}` }), { abortSignal });
    },
    async delete(key, signal) {
      checkKey(key);
      await remove(key, signal);
    },
    async deleteAll(prefix, limit, abortSignal): Promise<Deletion> {
      checkPrefix(prefix);
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: limit });
      const { Contents: found = [], IsTruncated: more = false } = await client.send(command, { abortSignal });
      for (const { Key } of found) if (Key !== undefined) await remove(Key, abortSignal);
      return { deleted: found.length, more };
    },
    signedUrl: (key, size, seconds) =>
      getSignedUrl(client, new PutObjectCommand({ ...at(key), ContentLength: size }), {
        expiresIn: seconds,
        // Signed, so that the server refuses another size.
        unhoistableHeaders: new Set(['content-length']),
        signableHeaders: new Set(['host', 'content-length']),
      }),
    close: () => client.destroy(),
  };
};
