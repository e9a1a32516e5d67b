import type { Endpoint } from '../ports';
import { standardSignature, systemSignature } from './signatures';

const USER_AGENT = 'Porchlight-Webhooks/1.0';

/** What is signed, and with what besides the endpoint's secrets. */
export interface Signing {
  readonly eventId: string;
  readonly body: string;
  /** The system's key; absent: there is no such system any more. */
  readonly systemKey: string | undefined;
  /** Header of the signature that is keyed with it. */
  readonly systemSignatureHeader: string;
  readonly at: Date;
}

/** Headers of everything that goes to receivers, both signatures included (decisions section 7). */
export const signedHeaders = ({ secrets }: Pick<Endpoint, 'secrets'>, signing: Signing): Record<string, string> => {
  const { eventId, body, systemKey, systemSignatureHeader, at } = signing;
  const timestamp = Math.floor(at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature(secrets, eventId, timestamp, body),
    ...(systemKey !== undefined && { [systemSignatureHeader]: systemSignature(systemKey, body) }),
  };
};
