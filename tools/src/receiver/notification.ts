import type { ServiceClient } from '../send/service-client';
import type { Verdict } from './verify-signatures';

/** A notification as specified (service.md, Webhook events). */
export interface Notification {
  readonly eventId: string;
  readonly eventCreated: string;
  readonly event: string;
  readonly resourceIds: readonly number[];
  readonly uri: string | null;
}

/** Parses a body; undefined if it is no notification. */
export function parseNotification(body: Buffer): Notification | undefined {
  try {
    const value = JSON.parse(body.toString('utf8')) as Notification;
    const whole =
      typeof value.eventId === 'string' && typeof value.event === 'string' && Array.isArray(value.resourceIds);
    return whole ? value : undefined;
  } catch {
    return undefined;
  }
}

const say = (name: string, verdict: Verdict): string => `${name} ${verdict.ok ? 'ok' : `WRONG (${verdict.why})`}`;

/** Formats a notification in two lines. `at` is the time of arrival, ms since 1970. */
export function describeNotification(
  notification: Notification,
  { standard, legacy, at, isRepeated }: { standard: Verdict; legacy: Verdict; at: number; isRepeated: boolean },
): string {
  const { event, eventId, eventCreated, resourceIds, uri } = notification;
  const created = Date.parse(eventCreated);
  // eventCreated is in whole seconds.
  const age = Number.isNaN(created) ? '' : `, created ${Math.max(0, Math.floor((at - created) / 1000))} s ago`;
  const ids =
    resourceIds.length > 10
      ? `${resourceIds.slice(0, 10).join(', ')} and ${resourceIds.length - 10} more`
      : resourceIds.join(', ');
  const time = new Date(at).toISOString().slice(11, 23);
  return [
    `${time} ${event} ${ids} (event ${eventId}${age})${isRepeated ? ' - seen before' : ''}`,
    `             signatures: ${say('standard', standard)}, ${say('legacy', legacy)}${uri === null ? '; no uri' : ''}`,
  ].join('\n');
}

/**
 * GETs the notification's `uri` with the receiver's credentials (receiver rule 3) and returns the result in one line.
 * Credentials are sent to the service only: other addresses are not requested.
 */
export async function readResources(uri: string, baseUrl: string, client: ServiceClient): Promise<string> {
  const target = URL.canParse(uri) ? new URL(uri) : undefined;
  if (!target || target.origin !== new URL(baseUrl).origin) return `${uri} does not lead to ${baseUrl}: not read`;
  const path = target.pathname + target.search;
  const answer = await client.call({ method: 'GET', path });
  if (answer.status !== 200) return `GET ${path}: ${answer.status} ${answer.body?.errorMessage ?? ''}`;
  const body = answer.body as Record<string, any>;
  const rows = (body['_metadata'] ? body[body['_metadata'].collection] : [body]) as Record<string, any>[];
  const names = rows
    .slice(0, 10)
    .map(
      (row) =>
        row['name'] ?? [row['type'], row['personId'] && `of person ${row['personId']}`].filter(Boolean).join(' '),
    );
  return `GET ${path}: found ${rows.length === 0 ? 'nothing' : names.join(', ')}${rows.length > 10 ? ', …' : ''}`;
}
