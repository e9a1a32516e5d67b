import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { BenchReceiver } from './bench-receiver';
import type { BenchLeads } from './leads';
import type { LoadResult, LoadScenario } from './load';
import type { CpuReading } from './processes';
import { KNOWN_LEADS } from './subjects';
import { addWebhook, measureDrain, measureLatency, type DrainResult, type LatencyResult, type Sleep } from './webhooks';

/** Options of both parts. */
export interface WebhookPart {
  readonly client: ServiceClient;
  readonly receiver: BenchReceiver;
  readonly leads: BenchLeads;
  /** Address of the receiver without the last path segment, which identifies the webhook. */
  readonly address: string;
  readonly say: (line: string) => void;
  readonly sleep: Sleep;
}

const PER_SECOND = 100;
const LATENCY_SECONDS = 10;
const DRAIN_DELIVERIES = 10_000;
const EVENTS = ['peopleCreated', 'eventsCreated'];
const WEBHOOKS_OF_EVENT = ['1', '2'];

/** Part `latency`: duration of a notification at 100 events per second. */
export const measureLatencyPart = async ({
  client,
  receiver,
  leads,
  address,
  say,
  sleep,
}: WebhookPart): Promise<LatencyResult> => {
  if (!(await addWebhook(client, 'eventsCreated', `${address}/0`, say)))
    throw new Error('no webhook could be registered');
  say(`latency: ${PER_SECOND} events a second for ${LATENCY_SECONDS} s`);
  const body = leads.event('known', 0, 'Viewed Property');
  return measureLatency(client, receiver, {
    body,
    cycle: KNOWN_LEADS,
    perSecond: PER_SECOND,
    seconds: LATENCY_SECONDS,
    sleep,
  });
};

/** Options of part `drain`. */
export interface DrainPart extends WebhookPart {
  readonly scenario: Pick<LoadScenario, 'origin' | 'headers' | 'connections'>;
  readonly send: (scenario: LoadScenario) => Promise<LoadResult>;
  readonly readCpu: () => CpuReading;
}

/** Part `drain`: drains 10,000 deliveries that became pending while the receiver did not respond. */
export const measureDrainPart = async ({
  client,
  receiver,
  leads,
  address,
  say,
  sleep,
  scenario,
  send,
  readCpu,
}: DrainPart): Promise<DrainResult> => {
  let perLead = 0;
  for (const event of EVENTS)
    for (const path of WEBHOOKS_OF_EVENT) if (await addWebhook(client, event, `${address}/${path}`, say)) perLead += 1;
  if (perLead === 0) throw new Error('no webhook could be registered');
  const amount = Math.ceil(DRAIN_DELIVERIES / perLead);
  say(`drain: ${amount} leads with ${perLead} webhooks`);
  const post = () => send({ ...scenario, method: 'POST', paths: ['/v1/events'], body: leads.event('drain'), amount });
  return measureDrain(receiver, { post, perLead, sleep, readCpu });
};
