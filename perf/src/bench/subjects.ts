import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import { loadHeaders, type BenchLeads } from './leads';
import type { Subject } from './throughput';

/** Number of known leads for POST /events (known) and for reads. */
export const KNOWN_LEADS = 500;

/** Creates the subjects. `ids`: people of the account; `bareSeed`: number of documents of the bare handler. */
export function throughputSubjects(
  connection: Connection,
  account: ConnectionAccount,
  leads: BenchLeads,
  ids: readonly number[],
  bareOrigin: string,
  bareSeed: number,
): Subject[] {
  const headers = loadHeaders(connection, account);
  const { 'content-type': json, ...readHeaders } = headers;
  const bareHeaders = { 'content-type': json! };
  const origin = connection.baseUrl;
  const sample = ids.slice(0, 200);
  const bareIds = Array.from({ length: 200 }, (_, index) => 1 + Math.floor((index * bareSeed) / 200));
  return [
    {
      name: 'create person',
      only: 'create',
      target: 0.3,
      service: (run) => ({
        origin,
        method: 'POST',
        paths: ['/v1/people'],
        headers,
        body: leads.person('person', run),
      }),
      bare: (run) => ({
        origin: bareOrigin,
        method: 'POST',
        paths: ['/people'],
        headers: bareHeaders,
        body: leads.person('person', run),
      }),
    },
    {
      name: 'POST /events, new',
      only: 'events-new',
      target: 0.3,
      against: 'create person',
      service: (run) => ({
        origin,
        method: 'POST',
        paths: ['/v1/events'],
        headers,
        body: leads.event('event', run),
      }),
    },
    {
      name: 'POST /events, known',
      only: 'events-known',
      service: () => ({
        origin,
        method: 'POST',
        paths: ['/v1/events'],
        headers,
        body: leads.event('known', 0, 'Viewed Property'),
        cycle: KNOWN_LEADS,
      }),
    },
    {
      name: 'get person',
      only: 'get',
      target: 0.35,
      service: () => ({ origin, method: 'GET', paths: sample.map((id) => `/v1/people/${id}`), headers: readHeaders }),
      bare: () => ({
        origin: bareOrigin,
        method: 'GET',
        paths: bareIds.map((id) => `/people/${id}`),
        headers: {},
      }),
    },
    {
      name: 'list of 10 with total',
      only: 'list',
      target: 0.35,
      service: () => ({ origin, method: 'GET', paths: ['/v1/people?limit=10'], headers: readHeaders }),
      bare: () => ({ origin: bareOrigin, method: 'GET', paths: ['/people?limit=10'], headers: {} }),
    },
  ];
}
