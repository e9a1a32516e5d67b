import { DAY_MS } from '@porchlight/runtime';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@porchlight/runtime';

/** Content of a link. It names no person, template or plan, so that it works when they are gone. */
export interface UnsubscribeLink {
  readonly accountId: number;
  readonly address: string;
}

/** A link is valid for a year, ms. */
const VALID_MS = 365 * DAY_MS;
const MS = 1_000;
const HEADER_BYTES = 8;
const SIGNATURE_BYTES = 24;
/** Longest token: an address of 320 characters in UTF-8, in base64. */
const MAX_TOKEN = 2_048;

/** The token of links in previews: it opts no address out. */
export const SAMPLE_TOKEN = 'sample';

/**
 * Unsubscribe links (D13.4): account, expiry and address with a keyed hash. Nothing is stored; the holder of the mail
 * may use its link.
 */
export const createUnsubscribeLinks = (key: Buffer, baseUrl: string, clock: Pick<Clock, 'now'>) => {
  const sign = (content: Buffer): Buffer =>
    createHmac('sha256', key).update('unsubscribe:').update(content).digest().subarray(0, SIGNATURE_BYTES);
  const formatUrl = (token: string): string => new URL(`/unsubscribe/${token}`, baseUrl).href;
  return {
    /** The https address of a new link. */
    create({ accountId, address }: UnsubscribeLink): string {
      const header = Buffer.alloc(HEADER_BYTES);
      header.writeUInt32BE(accountId, 0);
      header.writeUInt32BE(Math.floor((clock.now() + VALID_MS) / MS), 4);
      const content = Buffer.concat([header, Buffer.from(address)]);
      return formatUrl(Buffer.concat([sign(content), content]).toString('base64url'));
    },
    sample: formatUrl(SAMPLE_TOKEN),
    /** The content of a token; undefined if it is forged, damaged or expired. */
    read(token: string): UnsubscribeLink | undefined {
      const bytes = Buffer.from(token.slice(0, MAX_TOKEN), 'base64url');
      // Other texts decode to the same bytes.
      if (bytes.toString('base64url') !== token) return undefined;
      if (bytes.length <= SIGNATURE_BYTES + HEADER_BYTES) return undefined;
      const content = bytes.subarray(SIGNATURE_BYTES);
      if (!timingSafeEqual(sign(content), bytes.subarray(0, SIGNATURE_BYTES))) return undefined;
      if (content.readUInt32BE(4) * MS < clock.now()) return undefined;
      return { accountId: content.readUInt32BE(0), address: content.subarray(HEADER_BYTES).toString() };
    },
  };
};

/** Creates and verifies unsubscribe links. */
export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;
