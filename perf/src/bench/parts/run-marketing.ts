import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { percentile } from '../statistics';

export interface EmEventsRow {
  /** Concurrent callers; each sends one batch after the other. */
  readonly clients: number;
  readonly p50: number;
  readonly p95: number;
  readonly batches: number;
  /** Responses other than 2xx, and missing responses. */
  readonly bad: number;
  readonly eventsPerSecond: number;
}

export interface EmEventsOptions {
  /** Emails of people of the account. */
  readonly recipients: readonly string[];
  readonly runs: number;
  /** Milliseconds of a run; a batch under way is waited for. */
  readonly ms: number;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Events per POST, the maximum. */
export const EVENTS_IN_BATCH = 1_000;
const CLIENTS = [1, 4];
/** Of ten events, six are delivered, three opened and one clicked. */
const chooseType = (at: number): string => (at % 10 < 6 ? 'delivered' : at % 10 < 9 ? 'open' : 'click');

/** Creates the nth batch. Batches with the same start share no event. */
export const createBatch = (
  nth: number,
  { recipients, now }: Pick<EmEventsOptions, 'recipients' | 'now'>,
  campaignId: number,
): object => {
  const occurred = now - nth * EVENTS_IN_BATCH;
  return {
    emEvents: Array.from({ length: EVENTS_IN_BATCH }, (_, at) => ({
      type: chooseType(at),
      occurred: new Date(occurred - at).toISOString(),
      recipient: recipients[at % recipients.length],
      campaignId,
    })),
  };
};

/**
 * POST /v1/emEvents with 1,000 events each, by one caller and by four, in turn; the first round makes the rows and is
 * not counted.
 */
export const measureEmEvents = async (client: ServiceClient, options: EmEventsOptions): Promise<EmEventsRow[]> => {
  const { runs, ms, now, recipients, signal } = options;
  if (recipients.length === 0) throw new Error('nobody with an email is in the account');
  const campaign = await client.call({
    method: 'POST',
    path: '/v1/emCampaigns',
    json: { origin: 'Bench', originId: String(now), name: 'Bench', subject: 'Bench', bodyHtml: '<p>Bench</p>' },
  });
  if (campaign.status < 200 || campaign.status > 299)
    throw new Error(`POST /v1/emCampaigns gave ${campaign.status} ${campaign.body?.errorMessage ?? ''}`);
  let nth = 0;
  const sides = CLIENTS.map((clients) => ({ clients, took: [] as number[], bad: 0, spent: 0 }));
  for (let run = 0; run <= runs; run += 1)
    for (const side of sides) {
      signal.throwIfAborted();
      const began = performance.now();
      const work = async (): Promise<void> => {
        do {
          const json = createBatch((nth += 1), options, campaign.body.id);
          const start = performance.now();
          const status = await client.call({ method: 'POST', path: '/v1/emEvents', json }).then(
            (answer) => answer.status,
            () => 0,
          );
          if (run === 0) continue;
          side.took.push(performance.now() - start);
          if (status < 200 || status > 299) side.bad += 1;
        } while (run > 0 && performance.now() - began < ms && !signal.aborted);
      };
      await Promise.all(Array.from({ length: side.clients }, work));
      if (run > 0) side.spent += performance.now() - began;
    }
  return sides.map(({ clients, took, bad, spent }) => ({
    clients,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    batches: took.length,
    bad,
    eventsPerSecond: ((took.length - bad) * EVENTS_IN_BATCH * 1_000) / spent,
  }));
};

/** Emails of people of the account, at most so many. */
export const listRecipients = async (client: ServiceClient, most: number): Promise<string[]> => {
  const found = new Set<string>();
  let next = '';
  do {
    const { status, body } = await client.call({
      method: 'GET',
      path: `/v1/people?limit=100${next && `&next=${encodeURIComponent(next)}`}`,
    });
    if (status !== 200) throw new Error(`GET /v1/people gave ${status} ${body?.errorMessage ?? ''}`);
    for (const { emails } of body.people) if (emails?.[0]) found.add(emails[0].value);
    next = body._metadata.next ?? '';
  } while (next !== '' && found.size < most);
  return [...found].slice(0, most);
};

/** A template with tokens of a person. */
export const makeTemplate = async (client: ServiceClient): Promise<number> => {
  const body = '<p>Hello %contact_first_name%,</p><p>%contact_name%, here is what is new in your street.</p>';
  const { status, body: made } = await client.call({
    method: 'POST',
    path: '/v1/templates',
    json: { name: 'Bench', subject: 'Hello %contact_first_name%', body },
  });
  if (status !== 201 && status !== 200)
    throw new Error(`POST /v1/templates gave ${status} ${made?.errorMessage ?? ''}`);
  return made.id as number;
};
