import type { ConnectionAccount, Connection } from '@porchlight/tools/src/send/connection';
import { credentialHeaders, type ServiceClient } from '@porchlight/tools/src/send/service-client';
import { askService } from '../service-calls';

/** Number of known leads for POST /events (known), for reads and for updates. */
export const KNOWN_LEADS = 500;

/** Purpose of a series of leads. Leads of different series or runs never match. */
const SERIES = ['person', 'event', 'known', 'one client'] as const;
export type Series = (typeof SERIES)[number];

/** Request bodies with emails and phones that are unique for this bench. */
export interface BenchLeads {
  /** Body of POST /v1/people, a template of LoadScenario. `run` is 0 to 99. */
  person(series: Series, run?: number): string;
  /** Body of POST /v1/events with a lead. The same series, run and number identify the same person. */
  event(series: Series, run?: number, type?: string): string;
}

/** `bench`: six digits, unique for each bench. */
export function createLeads(bench: string): BenchLeads {
  const lead = (series: Series, run: number): object => {
    const code = `${SERIES.indexOf(series) + 1}${String(run).padStart(2, '0')}`;
    return {
      firstName: 'Bench',
      lastName: `Lead ${code}-{{n}}`,
      emails: [{ value: `bench.${bench}.${code}.{{n}}@example.com`, type: 'home' }],
      phones: [{ value: `+882 ${bench} ${code} {{n}}`, type: 'mobile' }],
      tags: ['Bench'],
      price: 350_000,
    };
  };
  return {
    person: (series, run = 0) => JSON.stringify({ ...lead(series, run), source: 'bench.example' }),
    event: (series, run = 0, type = 'Registration') =>
      JSON.stringify({
        source: 'bench.example',
        type,
        person: lead(series, run),
        property: {
          street: '1 Bench St',
          city: 'Austin',
          state: 'TX',
          code: '78701',
          mlsNumber: 'B-1',
          price: 350_000,
          forRent: false,
        },
      }),
  };
}

/** Headers of a load against the service, JSON and credentials of the account's owner. */
export function loadHeaders(connection: Connection, account: ConnectionAccount): Record<string, string> {
  return { ...credentialHeaders(connection, account), 'content-type': 'application/json' };
}

/** Sends `count` leads on few connections and returns the ids of their people. Throws at the first refusal. */
export async function sendLeads(client: ServiceClient, body: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const n = next++;
      const headers = { 'content-type': 'application/json' };
      const filled = body.replaceAll('{{n}}', String(n));
      ids[n] = (await askService(client, { method: 'POST', path: '/v1/events', headers, body: filled })).id;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return ids;
}
