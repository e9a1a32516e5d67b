import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an address is for: replies of the recipient, or reports of mail servers that a mail was not delivered. */
export type MailAddressKind = 'reply' | 'bounce';

/** A signed address of one sent mail. */
export interface MailAddress {
  readonly kind: MailAddressKind;
  /** The step that sent the mail. */
  readonly mailId: string;
}

/** Characters of the signature: 96 bits in hex. */
const SIGNATURE_LENGTH = 24;
/** Longest local part of an address (RFC 5321). */
const MAX_LOCAL_PART = 64;
const LOCAL_PART = /^(reply|bounce)-([0-9a-z.]{1,32})-([0-9a-f]{24})$/;

/** Reads and writes signed addresses. */
export interface MailAddresses {
  /** The signed address of a mail; undefined for an id that does not fit. */
  format(address: MailAddress): string | undefined;
  /** The mail of an address; undefined if it is forged, damaged or of another domain. */
  read(address: string): MailAddress | undefined;
}

/**
 * One address per mail (VERP): its id and a keyed hash. Only a mail server or person that got the mail knows it, so a
 * bounce or reply that arrives there is about this mail (D12.7). Servers may lower the case of local parts.
 */
export const createMailAddresses = (key: Buffer, domain: string): MailAddresses => {
  const sign = (kind: MailAddressKind, mailId: string): string =>
    createHmac('sha256', key).update(`mail:${kind}:${mailId}`).digest('hex').slice(0, SIGNATURE_LENGTH);
  const format: MailAddresses['format'] = ({ kind, mailId }) => {
    const local = `${kind}-${mailId.replaceAll(':', '.')}-${sign(kind, mailId)}`;
    return local.length <= MAX_LOCAL_PART && LOCAL_PART.test(local) ? `${local}@${domain}` : undefined;
  };
  return {
    format,
    read(address) {
      const at = address.lastIndexOf('@');
      if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
      const [, kind, id, signature] = LOCAL_PART.exec(address.slice(0, at).toLowerCase()) ?? [];
      if (kind === undefined || id === undefined || signature === undefined) return undefined;
      const read = { kind: kind as MailAddressKind, mailId: id.replaceAll('.', ':') };
      return timingSafeEqual(Buffer.from(sign(read.kind, read.mailId)), Buffer.from(signature)) ? read : undefined;
    },
  };
};
