import { refuse } from '@porchlight/errors';
import { createRenderer, type Action, type Descriptor, type Row } from '@porchlight/resource';
import type { RequestHandler } from 'express';
import type { Readable } from 'node:stream';
import { discardBody } from './discard-body';
import { readForwardHeaders } from './forward';
import { chooseMode, reportIgnored } from './handling';
import { readIdempotencyKey } from './read-idempotency-key';
import { readRecord } from './read-record';
import { getReceivedFile } from './receive-file';
import type { ResourceRoutesOptions, UploadRoute } from './route-options';
import { sendRecord } from './send-response';
import { closed } from './with-fair-queue';

/** Writes the content of an object; of libs/objects. */
export type PutObject = (key: string, body: Readable, size: number, signal: AbortSignal) => Promise<void>;

/** What creates records of received files. */
export interface FileRouteOptions extends Pick<
  ResourceRoutesOptions,
  'forwardAction' | 'customNames' | 'countIgnored'
> {
  /** Receives the forms of all resources. */
  readonly receive: RequestHandler;
  /** Undefined: no object store is configured. */
  readonly put: PutObject | undefined;
}

/** Longest time to write a file to the object store, ms. */
const PUT_MS = 60_000;

const refuseFiles: RequestHandler = (req, res, next) => {
  discardBody(req, res);
  next(refuse('UPLOADS_OFF'));
};

/**
 * Creates an attachment from the file of a form (D12.2): announces an upload, writes its object, completes it.
 * A failure in between leaves no record; the service deletes the object.
 */
export const createFileRoute = (
  descriptor: Descriptor,
  { createUpload, completeUpload }: { readonly createUpload: Action; readonly completeUpload: Action },
  { forwardAction, customNames, countIgnored, receive, put }: FileRouteOptions,
): UploadRoute => {
  if (!put) return { receive: refuseFiles, create: (_req, _res, next) => next() };
  const render = createRenderer(descriptor);
  const shape = { fields: createUpload.body } as Descriptor;
  const create: RequestHandler = async (req, res, next) => {
    const file = getReceivedFile(req);
    if (!file) return next();
    const idempotencyKey = readIdempotencyKey(req, res);
    const fields = req.body as Readonly<Record<string, string>>;
    req.body = { fileName: file.fileName, mimeType: file.declaredType, ...fields, fileSize: String(file.size) };
    const mode = chooseMode(req, res, undefined);
    const { record: body, mask, ignored, unlisted } = await readRecord(shape, req, 'create', mode, customNames);
    reportIgnored(req, res, ignored, countIgnored, unlisted);
    const call = { ...readForwardHeaders(req), signal: closed(res) };
    const announced = createUpload.request({ path: {}, id: 0, query: {}, mode, body, mask }) as object;
    const { upload, object } = (await forwardAction(createUpload, announced, { ...call, idempotencyKey })) as {
      upload: string;
      object: string;
    };
    await put(object, file.read(), file.size, AbortSignal.any([call.signal, AbortSignal.timeout(PUT_MS)]));
    const { record } = (await forwardAction(completeUpload, { upload }, call)) as { record: Row };
    const headers = { Location: `/v1/${descriptor.path}/${record.id}` };
    sendRecord(req, res, 201, record.version, render(record), headers);
  };
  return { receive, create };
};
