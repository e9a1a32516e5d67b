import {
  DealAttachmentServiceDefinition,
  dealAttachments,
  PersonAttachmentServiceDefinition,
  personAttachments,
} from '@porchlight/contracts';
import { discardBody, getState } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { ObjectStore } from '@porchlight/objects';
import { createRpcClient } from '@porchlight/rpc';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { GATEWAY } from '../auth-clients';
import type { Channels } from '../service-channels';

/** Where files are, and the services that resolve their links. */
interface FileRoutesOptions {
  readonly channels: Pick<Channels, 'people' | 'deals'>;
  /** Undefined: no object store is configured, so that no link exists. */
  readonly objects: ObjectStore | undefined;
  readonly timeoutMs: number;
}

/** Longest time to send or receive a file, ms. */
const TRANSFER_MS = 600_000;

interface OpenedFile {
  readonly object: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly fileSize: number;
}

type OpenFile = (token: string, writes: boolean) => Promise<OpenedFile>;

const createOpeners = ({ channels, timeoutMs }: FileRoutesOptions): Readonly<Record<string, OpenFile>> => {
  const people = createRpcClient(PersonAttachmentServiceDefinition, channels.people);
  const deals = createRpcClient(DealAttachmentServiceDefinition, channels.deals);
  const as = { actor: GATEWAY, timeoutMs };
  return {
    [personAttachments.resource]: (token, writes) => people.openPersonAttachmentFile({ token, writes }, as),
    [dealAttachments.resource]: (token, writes) => deals.openDealAttachmentFile({ token, writes }, as),
  };
};

/** A file is always saved, never shown: it may contain scripts (RFC 6266). */
const formatDisposition = (fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

const noFile = () => refuse('NOT_FOUND', { what: 'file' });

/** Limits the transfers of a process. */
const createTransfers = () => {
  let running = 0;
  return async (work: () => Promise<void>): Promise<void> => {
    const limit = LIMITS.downloads.value;
    if (running >= limit) throw refuse('OVERLOADED', { what: 'transfers of files', limit });
    running += 1;
    try {
      await work();
    } finally {
      running -= 1;
    }
  };
};

/** Ends with the connection and at the deadline. */
const untilClosed = (res: Response): AbortSignal => {
  const controller = new AbortController();
  res.once('close', () => controller.abort(refuse('UNAVAILABLE')));
  return AbortSignal.any([controller.signal, AbortSignal.timeout(TRANSFER_MS)]);
};

/**
 * The links of uploaded files (D12.2). They need no credentials: the signature in the link is the right to read a file
 * for 10 minutes, or to write the file of an upload where the object store serves no clients.
 */
export const fileRoutes = (options: FileRoutesOptions): Router => {
  const { objects } = options;
  const openers = createOpeners(options);
  const transfer = createTransfers();
  const open = async (req: Request, writes: boolean): Promise<OpenedFile & { readonly objects: ObjectStore }> => {
    const opener = openers[String(req.params['resource'])];
    if (!objects || !opener) throw noFile();
    const file = await opener(String(req.params['token']), writes);
    if (file.object === '') throw noFile();
    return { ...file, objects };
  };
  const read: RequestHandler = async (req, res) => {
    getState(req).operation = 'files.read';
    await transfer(async () => {
      const { object, fileName, mimeType, objects: store } = await open(req, false);
      const content = await store.get(object, untilClosed(res));
      if (!content) throw noFile();
      res.writeHead(200, {
        'Content-Type': mimeType,
        'Content-Length': content.size,
        'Content-Disposition': formatDisposition(fileName),
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, no-store',
      });
      if (req.method === 'HEAD') {
        content.body.destroy();
        res.end();
        return;
      }
      // A client that disconnects ends its own download only.
      await pipeline(content.body, res).catch(() => res.destroy());
    });
  };
  const write: RequestHandler = async (req, res) => {
    getState(req).operation = 'files.write';
    await transfer(async () => {
      const { object, fileSize, objects: store } = await open(req, true);
      if (Number(req.headers['content-length']) !== fileSize) {
        discardBody(req, res);
        throw refuse('INVALID_HEADER', {
          header: 'Content-Length',
          expected: `Send exactly the ${fileSize} bytes that the upload announced.`,
        });
      }
      await store.put(object, req, fileSize, untilClosed(res));
      res.writeHead(200, { 'Content-Length': 0 }).end();
    });
  };
  const router = Router();
  router.get('/files/:resource/:token', read);
  router.put('/files/:resource/:token', write);
  return router;
};
