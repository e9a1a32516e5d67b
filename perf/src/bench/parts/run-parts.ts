import { dirname } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { runLoad } from '../../load/run-load';
import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { loadHeaders, type BenchLeads } from '../leads';
import { sendByAutocannon } from '../roles';
import type { BenchOptions } from '../run-bench';
import { compareThroughput, type Subject, type ThroughputOptions, type ThroughputRow } from '../throughput';
import { runDeliveries, type DeliveriesResult } from '../deliveries/run-deliveries';
import { KNOWN_LEADS } from '../subjects';
import { measureDeals, measurePlanSteps, measureStored } from './measure-filled';
import type { DealsResult } from './run-deals';
import type { PlanStepsResult } from './run-plan-steps';
import type { StoredEventsResult } from './run-stored-events';
import { runSignIn, type SignInResult } from './run-sign-in';
import { measureHttpSemanticsCost, type HttpSemanticsCostRow } from './http-semantics-cost';
import { runFlood, type FloodResult } from './run-flood';
import { runHttpSemantics, type HttpSemanticsResult } from './run-http-semantics';
import { runOauth } from './run-oauth';
import { runSdk, type SdkResult } from './run-sdk';
import { EVENTS_IN_BATCH, makeTemplate, measureEmEvents, listRecipients, type EmEventsRow } from './run-marketing';

export interface PartsResult {
  readonly signIn?: SignInResult;
  readonly httpSemantics?: HttpSemanticsResult;
  readonly httpSemanticsCost?: readonly HttpSemanticsCostRow[];
  readonly flood?: FloodResult;
  readonly sdk?: SdkResult;
  /** POST /oauth/token; beside it, as `bare`, oidc-provider. */
  readonly oauth?: ThroughputRow;
  readonly emEvents?: readonly EmEventsRow[];
  /** POST /v1/templates/merge; beside it, as `bare`, POST /v1/people. */
  readonly merge?: ThroughputRow;
  readonly deals?: DealsResult;
  readonly storedEvents?: StoredEventsResult;
  readonly planSteps?: PlanStepsResult;
  readonly deliveries?: DeliveriesResult;
}

export interface PartsContext {
  readonly client: ServiceClient;
  readonly connection: Connection;
  readonly account: ConnectionAccount;
  readonly leads: BenchLeads;
  /** People of the account. */
  readonly ids: readonly number[];
  readonly options: BenchOptions;
  readonly wants: (part: string) => boolean;
  readonly attempt: <T>(what: string, work: () => Promise<T>) => Promise<T | undefined>;
  readonly send: ThroughputOptions['send'];
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  readonly pids: () => Readonly<Record<string, number>>;
  readonly sleep: (ms: number) => Promise<void>;
}

const PAGED_PEOPLE = 10_000;

/** Runs the parts that compare the service with itself. A part that fails is reported; the others continue. */
export const runParts = async (context: PartsContext): Promise<PartsResult> => {
  const { wants, attempt, options, signal } = context;
  const pair = { connections: options.connections, ms: options.seconds * 1_000, runs: options.runs, signal };
  const { client, connection, account, ids, say } = context;
  if (wants('sign-in')) say('sign-in: a person by key and by token');
  const signIn = wants('sign-in')
    ? await attempt('sign-in', () => runSignIn(client, connection, account, ids, pair))
    : undefined;
  const httpSemantics = wants('http-semantics')
    ? await attempt('http-semantics', () => runHttpSemantics(client, pair))
    : undefined;
  const httpSemanticsCost = wants('http-semantics')
    ? await attempt('http-semantics: cost', () => measureCost(context))
    : undefined;
  const flood = wants('flood')
    ? await attempt('flood', () =>
        runFlood({
          ...options,
          ...context,
          folder: dirname(options.connection),
          send: (scenario) => sendByAutocannon(scenario, signal),
        }),
      )
    : undefined;
  const sdk = wants('sdk') ? await attempt('sdk', () => measureSdk(context)) : undefined;
  const oauth = wants('oauth')
    ? await attempt('oauth', () => runOauth(client, connection, account, { ...options, signal, say }))
    : undefined;
  const merge = wants('marketing') ? await attempt('marketing: merge', () => measureMerge(context)) : undefined;
  const deals = wants('deals') ? await attempt('deals', () => measureDeals(context, pair)) : undefined;
  const storedEvents = wants('emevents-read')
    ? await attempt('emevents-read', () => measureStored(context, pair))
    : undefined;
  const planSteps = wants('plan-steps') ? await attempt('plan-steps', () => measurePlanSteps(context)) : undefined;
  const deliveries = await runDeliveries(deliveriesContext(context), wants, attempt);
  // Last: people keep processing the email events afterwards.
  const emEvents = wants('marketing') ? await attempt('marketing: emEvents', () => measureEvents(context)) : undefined;
  return {
    signIn,
    httpSemantics,
    httpSemanticsCost,
    flood,
    sdk,
    oauth,
    emEvents,
    merge,
    deals,
    storedEvents,
    planSteps,
    deliveries,
  };
};

const deliveriesContext = ({
  client,
  connection,
  account,
  leads,
  options,
  say,
  signal,
}: PartsContext): Parameters<typeof runDeliveries>[0] => ({
  client,
  connection,
  accountId: account.id,
  body: leads.event('known', 0, 'Viewed Property'),
  cycle: KNOWN_LEADS,
  runs: options.runs,
  pending: options.pending,
  say,
  sleep: async (ms) => void (await sleepFor(ms, undefined, { signal })),
  signal,
});

const measureEvents = async ({ client, options, signal, say }: PartsContext): Promise<EmEventsRow[]> => {
  const recipients = await listRecipients(client, EVENTS_IN_BATCH);
  say(`marketing: ${EVENTS_IN_BATCH} email events at a time to ${recipients.length} people`);
  return measureEmEvents(client, {
    recipients,
    runs: options.runs,
    ms: options.seconds * 1_000,
    now: Date.now(),
    signal,
  });
};

const measureMerge = async ({
  client,
  connection,
  account,
  leads,
  ids,
  options,
  send,
  say,
}: PartsContext): Promise<ThroughputRow> => {
  const templateId = await makeTemplate(client);
  try {
    const headers = loadHeaders(connection, account);
    const origin = connection.baseUrl;
    // Ids are consecutive, so a request number maps to a person.
    const [lowest, highest] = [Math.min(...ids), Math.max(...ids)];
    const cycle = highest - lowest + 1 === ids.length ? ids.length : 1;
    const subject: Subject = {
      name: 'merge a template',
      only: 'marketing',
      baseline: 'create person',
      service: () => ({
        origin,
        method: 'POST',
        paths: ['/v1/templates/merge'],
        headers,
        body: `{"templateId":${templateId},"mergePersonId":{{n}}}`,
        from: lowest,
        cycle,
      }),
      bare: (run) => ({ origin, method: 'POST', paths: ['/v1/people'], headers, body: leads.person('merge', run) }),
    };
    return (await compareThroughput([subject], { ...options, send, say }))[0]!;
  } finally {
    await client.call({ method: 'DELETE', path: `/v1/templates/${templateId}` });
  }
};

/** Reads a person and creates one, like the measurement in the gateway. */
const measureCost = ({
  connection,
  account,
  leads,
  ids,
  options,
  send,
  say,
  pids,
  signal,
}: PartsContext): Promise<HttpSemanticsCostRow[]> => {
  const headers = loadHeaders(connection, account);
  const { 'content-type': _json, ...readHeaders } = headers;
  const origin = connection.baseUrl;
  const subjects: Subject[] = [
    {
      name: 'get person',
      only: 'http-semantics',
      service: () => ({
        origin,
        method: 'GET',
        paths: ids.slice(0, 200).map((id) => `/v1/people/${id}`),
        headers: readHeaders,
      }),
    },
    {
      name: 'create person',
      only: 'http-semantics',
      service: (run) => ({
        origin,
        method: 'POST',
        paths: ['/v1/people'],
        headers,
        body: leads.person('idempotent', run),
      }),
    },
  ];
  return measureHttpSemanticsCost({ ...options, subjects, send, say, pids, signal });
};

const measureSdk = async ({ connection, options, signal, say }: PartsContext): Promise<SdkResult> => {
  const [loaded] = await runLoad({ sizes: [PAGED_PEOPLE], data: dirname(options.connection), signal });
  say(`sdk: ${PAGED_PEOPLE} people in one loop`);
  return runSdk(connection, loaded!.account, PAGED_PEOPLE);
};
