import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import { askService } from '../../service-calls';
import type { LoadedAccount } from '../../load/loaded-accounts';

/** A request that is measured in both accounts. */
export interface ScaleSubject {
  readonly name: string;
  /** The nth request of a run. */
  readonly request: (nth: number) => ServiceCall;
}

/** Number of the deep page, if the smaller account has that many. */
const DEEP = 50;
const STAGE_ID = 1;
const TAG = 'Buyer';
/** Values for the requests, read from the account. */
export interface ScaleFacts {
  readonly ids: readonly number[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

/** People spread over the account. */
export const readFacts = async (client: ServiceClient, size: number): Promise<ScaleFacts> => {
  const people: any[] = [];
  for (let part = 0; part < 10; part += 1) {
    const below = Math.floor((size * (part + 1)) / 10) + 1;
    people.push(
      ...(await askService(client, { method: 'GET', path: `/v1/people?limit=20&idLessThan=${below}` })).people,
    );
  }
  return {
    ids: people.map(({ id }) => id),
    emails: people.flatMap(({ emails }) => emails[0]?.value ?? []),
    phones: people.flatMap(({ phones }) => phones[0]?.value ?? []),
  };
};

/** Lists of an account, by name. */
export const createLists = ({ agentIds }: Pick<LoadedAccount, 'agentIds'>): Record<string, string> => {
  const [stage, tag] = [`stageId=${STAGE_ID}`, `tags=${encodeURIComponent(TAG)}`];
  return {
    newest: '/v1/people?limit=10',
    'by stage': `/v1/people?limit=10&${stage}`,
    'by assigned user': `/v1/people?limit=10&assignedUserId=${agentIds[0]}`,
    'by tag': `/v1/people?limit=10&${tag}`,
    'by stage and tag': `/v1/people?limit=10&${stage}&${tag}`,
  };
};

/** The path of a page deep in a list, and which it is: the 50th, or the last full one. */
export const findDeepPage = async (
  client: ServiceClient,
  path: string,
  most = DEEP,
): Promise<{ path: string; page: number }> => {
  const readNext = async (from: string): Promise<string> =>
    (await askService(client, { method: 'GET', path: from }))._metadata.next;
  let page = 1;
  let here = path;
  let next = await readNext(here);
  while (next && page < most) {
    const further = `${path}&next=${encodeURIComponent(next)}`;
    next = await readNext(further);
    // A last page with fewer records would be cheaper.
    if (!next) break;
    page += 1;
    here = further;
  }
  return { path: here, page };
};

const pick = <T>(all: readonly T[], nth: number): T => all[(nth * 7) % all.length]!;

/** Requests for one person. */
export const singleSubjects = ({ ids, emails, phones }: ScaleFacts): ScaleSubject[] => [
  {
    name: 'list by email',
    request: (nth) => ({ method: 'GET', path: `/v1/people?email=${encodeURIComponent(pick(emails, nth))}` }),
  },
  {
    name: 'list by phone',
    request: (nth) => ({ method: 'GET', path: `/v1/people?phone=${encodeURIComponent(pick(phones, nth))}` }),
  },
  { name: 'get person', request: (nth) => ({ method: 'GET', path: `/v1/people/${pick(ids, nth)}` }) },
  {
    name: 'update person',
    request: (nth) => ({ method: 'PUT', path: `/v1/people/${pick(ids, nth)}`, json: { background: `Bench ${nth}` } }),
  },
  {
    name: 'POST /events, known',
    request: (nth) => ({
      method: 'POST',
      path: '/v1/events',
      json: {
        source: 'Website',
        type: 'Viewed Property',
        person: { emails: [{ value: pick(emails, nth) }] },
        property: { street: '1 Bench St' },
      },
    }),
  },
];

/** Parts of names, as typed into a search field. */
export const NEEDLES = [
  'ander',
  'schmi',
  'wils',
  'olivi',
  'kovac',
  'renner',
  'marg',
  'thomps',
  'gutie',
  'zula',
  'beatr',
  'fitz',
  'mcgl',
  'hessel',
  'windl',
];
