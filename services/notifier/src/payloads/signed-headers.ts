import { isSignatureHeader, MAX_SIGNATURE_HEADERS } from '@porchlight/contracts';
import type { SystemKey } from '../egress';
import { standardSignature, systemSignature } from './signatures';

const USER_AGENT = 'Porchlight-Webhooks/1.0';

/** The signed content, and the key of the legacy signature. */
export interface Signing {
  readonly eventId: string;
  readonly body: string;
  /** The system's key and headers; undefined if the system does not exist. */
  readonly systemKey: SystemKey | undefined;
  /** Header of the legacy signature. */
  readonly systemSignatureHeader: string;
  readonly at: Date;
}

/** The legacy signature in its default header and in those that the system chose (decisions section 11). */
const legacyHeaders = (systemKey: SystemKey | undefined, usual: string, body: string): Record<string, string> => {
  if (systemKey === undefined) return {};
  const signature = systemSignature(systemKey.key, body);
  const chosen = (systemKey.signatureHeaders ?? []).filter(isSignatureHeader);
  const names = [
    usual,
    ...chosen.filter((name) => name.toLowerCase() !== usual.toLowerCase()).slice(0, MAX_SIGNATURE_HEADERS),
  ];
  return Object.fromEntries(names.map((name) => [name, signature]));
};

/** Returns the headers of a request to a receiver, with both signatures (decisions section 7). */
export const signHeaders = (
  { secrets }: { readonly secrets: readonly string[] },
  signing: Signing,
): Record<string, string> => {
  const { eventId, body, systemKey, systemSignatureHeader, at } = signing;
  const timestamp = Math.floor(at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature(secrets, eventId, timestamp, body),
    ...legacyHeaders(systemKey, systemSignatureHeader, body),
  };
};
