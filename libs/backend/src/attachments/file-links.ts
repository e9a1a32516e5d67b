import { LIMITS } from '@porchlight/limits';
import type { Clock } from '@porchlight/runtime';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the holder of a link may do: read the file of an attachment, or write the file of an upload. */
export interface FileLink {
  readonly kind: 'read' | 'write';
  readonly accountId: number;
  /** Id of the attachment; 0 of an upload, which has none yet. */
  readonly id: number;
  readonly upload: string;
}

const SIGNATURE_BYTES = 24;
const MAX_TOKEN = 300;
const CONTENT = /^(read|write):(\d{1,10}):(\d{1,10}):([0-9a-f-]{36}):(\d{1,15})$/;

/** Signed links of files (D12.2). Nothing is stored; a link ends with its time, its record or its upload. */
export interface FileLinks {
  /** The address of a link. */
  create(link: FileLink): string;
  /** Undefined for a token that is damaged, forged, of another resource or expired. */
  read(token: string): FileLink | undefined;
}

/** Creates the links of a resource; `key` signs them. */
export const createFileLinks = (
  key: Buffer,
  {
    baseUrl,
    resource,
    clock,
  }: { readonly baseUrl: string; readonly resource: string; readonly clock: Pick<Clock, 'now'> },
): FileLinks => {
  const sign = (content: Buffer): Buffer =>
    createHmac('sha256', key).update(`files:${resource}:`).update(content).digest().subarray(0, SIGNATURE_BYTES);
  return {
    create({ kind, accountId, id, upload }) {
      const { attachmentLinkMs, uploadMs } = LIMITS;
      const expires = clock.now() + (kind === 'read' ? attachmentLinkMs : uploadMs).value;
      const content = Buffer.from([kind, accountId, id, upload, expires].join(':'));
      const token = Buffer.concat([sign(content), content]).toString('base64url');
      return new URL(`/files/${resource}/${token}`, baseUrl).href;
    },
    read(token) {
      if (token.length > MAX_TOKEN) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length <= SIGNATURE_BYTES) return undefined;
      const [signature, content] = [bytes.subarray(0, SIGNATURE_BYTES), bytes.subarray(SIGNATURE_BYTES)];
      if (!timingSafeEqual(signature, sign(content))) return undefined;
      const [, kind, accountId, id, upload, expires] = CONTENT.exec(content.toString()) ?? [];
      if (upload === undefined || Number(expires) < clock.now()) return undefined;
      return { kind: kind as FileLink['kind'], accountId: Number(accountId), id: Number(id), upload };
    },
  };
};
