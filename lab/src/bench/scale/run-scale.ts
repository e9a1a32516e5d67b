import { dirname } from 'node:path';
import { runLoad } from '../../load/run-load';
import type { LoadedAccount } from '../../load/loaded-accounts';
import { createServiceClient, type ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { BenchContext, BenchOptions } from '../bench-context';
import { readRss } from '../../processes';
import { measureSorts, type SortsResult } from './measure-sorts';
import { measurePair, runSubject, toLatency, type Latency } from './measure-scale';
import {
  findDeepPage,
  createLists,
  NEEDLES,
  readFacts,
  singleSubjects,
  type ScaleFacts,
  type ScaleSubject,
} from './scale-subjects';

export interface ScaleRow {
  readonly name: string;
  readonly small: Latency;
  readonly big: Latency;
  /** p95 of the large account by that of the small one. */
  readonly ratio: number;
}

export interface ScaleResult {
  readonly sizes: readonly [number, number];
  readonly rows: readonly ScaleRow[];
  readonly sorts: SortsResult;
  /** Part of a name, one caller at a time, in the large account. */
  readonly search: Latency;
  /** Resident memory of the people service in MB while all people are paged through. */
  readonly paging: { readonly pages: number; readonly first: number; readonly highest: number; readonly last: number };
}

const SMALL = 1_000;
/** Time limit of one row, seconds. */
const MAX_SECONDS = 2;
const PAGE = 100;

/** Compares an account of 1,000 people with a large one. Loads them if they do not exist. */
export const runScale = async ({ options, connection, say, signal }: BenchContext): Promise<ScaleResult> => {
  const loaded = (await runLoad({
    sizes: [SMALL, options.people],
    data: dirname(options.connection),
    signal,
    onAccount: ({ size, loaded: there }) => (there < size ? say(`scale: loading ${size} people`) : undefined),
    onProgress: ({ size }, { people: there }) =>
      there % 10_000 === 0 ? say(`scale: ${there} of ${size} people`) : undefined,
  })) as [LoadedAccount, LoadedAccount];
  const clients = loaded.map(({ account }) =>
    createServiceClient(connection, account, { connections: options.connections, timeoutMs: 30_000 }),
  ) as [ServiceClient, ServiceClient];
  try {
    const rows = await measureRows(clients, loaded, options, say, signal);
    const sorts = await measureSorts(clients, say, signal);
    const big = clients[1];
    say('scale: parts of names, one caller');
    const needle: ScaleSubject = {
      name: 'name',
      request: (nth) => ({ method: 'GET', path: `/v1/people?limit=10&name=${NEEDLES[nth % NEEDLES.length]}` }),
    };
    const search = toLatency(await runSubject(big, needle, { connections: 1, ms: 4_000, from: 0 }));
    say(`scale: part of a name: p50 ${search.p50.toFixed(1)}, p95 ${search.p95.toFixed(1)} ms`);
    const paging = await pageThrough(big, connection.pids['people'], say, signal);
    return { sizes: [SMALL, options.people], rows, sorts, search, paging };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
};

const measureRows = async (
  clients: readonly [ServiceClient, ServiceClient],
  loaded: readonly [LoadedAccount, LoadedAccount],
  { connections, runs, seconds }: BenchOptions,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<ScaleRow[]> => {
  const facts = await Promise.all(clients.map((client, at) => readFacts(client, loaded[at]!.size)));
  const rows: ScaleRow[] = [];
  for (const [small, big] of await createPairs(clients, loaded, facts)) {
    const sides = [
      { client: clients[0], subject: small },
      { client: clients[1], subject: big },
    ];
    const ms = Math.min(seconds, MAX_SECONDS) * 1_000;
    const [of1, of2] = (await measurePair(sides, { connections, ms, runs, signal })) as [Latency, Latency];
    const ratio = of2.p95 / of1.p95;
    rows.push({ name: small.name, small: of1, big: of2, ratio });
    say(`scale: ${small.name}: p95 ${of1.p95.toFixed(1)} and ${of2.p95.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`);
  }
  return rows;
};

/** Lists, deep pages and requests for one person, each in both accounts. */
const createPairs = async (
  clients: readonly [ServiceClient, ServiceClient],
  loaded: readonly [LoadedAccount, LoadedAccount],
  facts: readonly ScaleFacts[],
): Promise<[ScaleSubject, ScaleSubject][]> => {
  const pairs: [ScaleSubject, ScaleSubject][] = [];
  const [lists, others] = loaded.map(createLists) as [Record<string, string>, Record<string, string>];
  for (const [name, path] of Object.entries(lists)) {
    const other = others[name]!;
    pairs.push([plain(`list ${name}`, path), plain(`list ${name}`, other)]);
    const deep = await findDeepPage(clients[0], path);
    const otherDeep = await findDeepPage(clients[1], other, deep.page);
    pairs.push([plain(`list ${name}, page ${deep.page}`, deep.path), plain('', otherDeep.path)]);
  }
  const [small, big] = facts.map(singleSubjects) as [ScaleSubject[], ScaleSubject[]];
  return [...pairs, ...small.map((subject, at): [ScaleSubject, ScaleSubject] => [subject, big[at]!])];
};

const plain = (name: string, path: string): ScaleSubject => ({ name, request: () => ({ method: 'GET', path }) });

/** Pages through all people and samples the memory of the service. */
const pageThrough = async (
  client: ServiceClient,
  pid: number | undefined,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<ScaleResult['paging']> => {
  say('scale: paging through all people');
  const rss = (): number => (pid === undefined ? Number.NaN : (readRss(pid) ?? Number.NaN));
  let pages = 0;
  let next = '';
  const first = rss();
  let highest = first;
  do {
    signal.throwIfAborted();
    const { status, body } = await client.call({
      method: 'GET',
      path: `/v1/people?limit=${PAGE}${next && `&next=${encodeURIComponent(next)}`}`,
    });
    if (status !== 200) throw new Error(`Page ${pages + 1} gave ${status} ${body?.errorMessage ?? ''}`);
    pages += 1;
    next = body._metadata.next ?? '';
    if (pages % 100 === 0) say(`scale: page ${pages}, ${rss().toFixed(0)} MB`);
    if (pages % 10 === 0) highest = Math.max(highest, rss());
  } while (next !== '');
  return { pages, first, highest, last: rss() };
};
