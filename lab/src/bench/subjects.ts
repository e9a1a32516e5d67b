import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { ToolProblem } from '@porchlight/tools/src/send/connection';
import type { LoadScenario } from './autocannon';
import type { BenchContext } from './bench-context';
import { KNOWN_LEADS, loadHeaders } from './leads';
import { PARSE_SERVER, requirePeer } from '../peers/peers';
import { readCpu } from '../processes';
import { sendByAutocannon, startBareProcess, startParseServerProcess, type ServerProcess } from './bench-roles';
import { PARSE_HEADERS, PARSE_NEW_PEOPLE, PARSE_PEOPLE, type ParseServerAddress } from './parse-server';
import { compareThroughput, type Subject, type ThroughputRow } from './throughput';
import { knownActivity } from './webhooks';

/** Values of `--only` that select rows of this part. */
export const THROUGHPUT_PARTS = ['create', 'update', 'events-new', 'events-known', 'get', 'list', 'one-client'];

/** Those that `--peers` also measures in servers of other projects. */
export const PEER_PARTS = ['create', 'get', 'list'];

/** Records that the bare handler and the peers have before they are measured. */
const SEED = 2_000;
const BARE_DATABASE = 'porchlight_bench';
const PARSE_DATABASE = 'porchlight_bench_parse';
const SAMPLE = 200;

/** Every update changes the price, because the number of the request is the price. */
const UPDATE = '{"lastName":"Update {{n}}","price":{{n}}}';

/** Creates the subjects of the throughput part; `ids`: people of the account. */
function throughputSubjects(
  { connection, account, leads }: BenchContext,
  ids: readonly number[],
  bareOrigin: string,
  parse: ParseServerAddress | undefined,
): Subject[] {
  const { 'content-type': json, ...credentials } = loadHeaders(connection, account);
  type Request = Pick<LoadScenario, 'method' | 'paths' | 'body' | 'cycle'>;
  const typeOf = ({ body }: Request): Record<string, string> => (body ? { 'content-type': json! } : {});
  const service = (request: Request) => ({
    origin: connection.baseUrl,
    headers: { ...credentials, ...typeOf(request) },
    ...request,
  });
  const bare = (request: Request) => ({ origin: bareOrigin, headers: typeOf(request), ...request });

  /** The same request to Parse Server, if it is measured. */
  const peers = (request: (run: number) => Request): Pick<Subject, 'peers'> =>
    parse
      ? {
          peers: {
            [PARSE_SERVER.name]: (run) => {
              const one = request(run);
              return { origin: parse.origin, headers: { ...PARSE_HEADERS, ...typeOf(one) }, ...one };
            },
          },
        }
      : {};

  const parsePeople = evenly(parse?.ids ?? []).map((id) => `${PARSE_PEOPLE}/${id}`);
  const people = ids.slice(0, SAMPLE).map((id) => `/v1/people/${id}`);
  const barePeople = Array.from({ length: SAMPLE }, (_, at) => `/people/${1 + Math.floor((at * SEED) / SAMPLE)}`);
  const create = (paths: string[], run: number): Request => ({
    method: 'POST',
    paths,
    body: leads.person('person', run),
  });
  const event = (body: string): Request => ({ method: 'POST', paths: ['/v1/events'], body });
  const get = (paths: string[]): Request => ({ method: 'GET', paths });
  const update = (paths: string[]): Request => ({ method: 'PUT', paths, body: UPDATE });
  return [
    {
      name: 'create person',
      only: 'create',
      service: (run) => service(create(['/v1/people'], run)),
      bare: (run) => bare(create(['/people'], run)),
      ...peers((run) => create([PARSE_NEW_PEOPLE], run)),
    },
    {
      name: 'update person',
      only: 'update',
      service: () => service(update(people)),
      bare: () => bare(update(barePeople)),
    },
    {
      name: 'POST /events, new',
      only: 'events-new',
      against: 'create person',
      service: (run) => service(event(leads.event('event', run))),
    },
    {
      name: 'POST /events, known',
      only: 'events-known',
      service: () => service({ ...event(knownActivity({ leads })), cycle: KNOWN_LEADS }),
    },
    {
      name: 'get person',
      only: 'get',
      service: () => service(get(people)),
      bare: () => bare(get(barePeople)),
      ...peers(() => get(parsePeople)),
    },
    {
      name: 'list of 10 with total',
      only: 'list',
      service: () => service(get(['/v1/people?limit=10'])),
      bare: () => bare(get(['/people?limit=10'])),
      ...peers(() => get([`${PARSE_PEOPLE}?limit=10&count=1`])),
    },
    {
      name: 'one client: create person',
      only: 'one-client',
      connections: 1,
      service: (run) => service({ method: 'POST', paths: ['/v1/people'], body: leads.person('one client', run) }),
    },
    {
      name: 'one client: update person',
      only: 'one-client',
      connections: 1,
      service: () => service(update(people)),
    },
    {
      name: 'one client: get person',
      only: 'one-client',
      connections: 1,
      service: () => service(get(people)),
    },
  ];
}

/** Up to `SAMPLE` of the values, from first to last. */
const evenly = <T>(values: readonly T[]): T[] =>
  values.filter((_value, at) => at % Math.max(1, Math.floor(values.length / SAMPLE)) === 0);

/** Compares the selected requests with a bare handler on the same database and, if requested, with the peers. */
export const measureThroughput = async (
  context: BenchContext,
  ids: readonly number[],
  wants: (part: string) => boolean,
  readPids: () => Readonly<Record<string, number>>,
): Promise<ThroughputRow[]> => {
  const { connection, options, say, signal } = context;
  const { mongodbUri, receiverTls } = connection;
  if (!mongodbUri) throw new ToolProblem('The connection file names no database for the bare handler.');
  const database = { mongodbUri, seed: SEED };
  const servers: ServerProcess<unknown>[] = [];
  const started = async <T>(server: Promise<ServerProcess<T>>): Promise<ServerProcess<T>> => {
    servers.push(await server);
    return server;
  };
  /** Starts Parse Server if the options say so. */
  const startPeer = async (): Promise<ServerProcess<ParseServerAddress> | undefined> => {
    if (!options.peers) return undefined;
    const folder = requirePeer(projectRoot(), PARSE_SERVER);
    say(`starting ${PARSE_SERVER.name} with ${SEED} records`);
    return started(startParseServerProcess({ ...database, database: PARSE_DATABASE, folder }, signal));
  };
  try {
    const bare = await started(startBareProcess({ ...database, database: BARE_DATABASE, ...receiverTls }, signal));
    const parse = await startPeer();
    const subjects = throughputSubjects(context, ids, bare.address.origin, parse?.address);
    const chosen = subjects.filter((subject) => wants(subject.only));
    // A subject that is compared with another one requires it.
    const needed = subjects.filter((one) => chosen.includes(one) || chosen.some(({ against }) => against === one.name));
    return await compareThroughput(needed, {
      ...options,
      send: (scenario) => sendByAutocannon(scenario, signal),
      say,
      readCpu: () => readCpu({ ...readPids(), ...(parse && { [PARSE_SERVER.name]: parse.pid }) }),
    });
  } finally {
    for (const server of servers) await server.stop();
  }
};
