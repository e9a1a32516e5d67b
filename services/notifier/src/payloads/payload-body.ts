import { formatNotification } from '@porchlight/contracts';
import type { EventRecord } from './event-record';

/**
 * Formats the body of a webhook event (specification, Webhook events) or of a callback to an inbox app (decisions
 * section 9). Exactly these bytes are signed and sent.
 */
export const formatPayload = ({ _id, event, occurred, ids, uri, callback, dataJson }: EventRecord): string =>
  formatNotification({ id: _id, event, occurred, dataJson, ...(!callback && { records: { ids, uri } }) });
