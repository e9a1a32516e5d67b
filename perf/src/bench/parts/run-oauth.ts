import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import type { Connection, ConnectionAccount } from '@porchlight/tools/src/send/connection';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { cpuBetween, readCpu } from '../processes';
import { startOidcProcess } from '../roles';
import { median, percentile } from '../statistics';
import { perRequest, type ThroughputRow } from '../throughput';
import { openOauthApp } from './bearer-token';

const TIMEOUT_MS = 15_000;
const DATABASE = 'porchlight_bench_oidc';

export interface OauthOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly runs: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** A token endpoint with one refresh token per concurrent caller. */
interface Side {
  readonly url: string;
  readonly caFile: string;
  readonly authorization: string;
  readonly refreshTokens: string[];
  /** Processes of the service and of the database, by name. */
  readonly pids: Readonly<Record<string, number>>;
}

interface Run {
  readonly perSecond: number;
  readonly took: readonly number[];
  /** CPU of an exchange in microseconds, by process. */
  readonly cpuMicros: Readonly<Record<string, number>>;
  readonly bad: number;
  readonly firstBad?: string;
}

/** Each caller exchanges its refresh token for the next one until time is up. A refused caller stops. */
const exchangeFor = async (
  { url, caFile, authorization, refreshTokens, pids }: Side,
  ms: number,
  signal: AbortSignal,
): Promise<Run> => {
  const agent = new Agent({ connections: refreshTokens.length, connect: { ca: readFileSync(caFile), timeout: 5_000 } });
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const took: number[] = [];
  let bad = 0;
  let firstBad: string | undefined;
  const before = readCpu(pids);
  const began = performance.now();
  const work = async (at: number): Promise<void> => {
    while (performance.now() - began < ms && !signal.aborted) {
      const start = performance.now();
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshTokens[at]! }).toString();
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.body.text();
      const next =
        answer.statusCode === 200 ? (JSON.parse(text) as { refresh_token?: string }).refresh_token : undefined;
      if (next === undefined || next === refreshTokens[at]) {
        bad += 1;
        firstBad ??= `${answer.statusCode} ${text.slice(0, 200)}`;
        return;
      }
      took.push(performance.now() - start);
      refreshTokens[at] = next;
    }
  };
  try {
    await Promise.all(refreshTokens.map((_token, at) => work(at)));
    const perSecond = (took.length * 1_000) / (performance.now() - began);
    const cpuMicros = perRequest(cpuBetween(before, readCpu(pids)), took.length);
    return { perSecond, took, cpuMicros, bad, ...(firstBad !== undefined && { firstBad }) };
  } finally {
    await agent.destroy();
  }
};

/** Median CPU of an exchange by process. */
const medianCpu = (runs: readonly Run[]): Record<string, number> =>
  Object.fromEntries(
    Object.keys(runs[0]!.cpuMicros).map((name) => [
      name,
      median(runs.map(({ cpuMicros }) => cpuMicros[name] ?? Number.NaN)),
    ]),
  );

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/**
 * POST /oauth/token with a refresh token that rotates: reads and a durable write each; beside it oidc-provider on the
 * same database server, in turn.
 */
export const runOauth = async (
  client: ServiceClient,
  connection: Connection,
  account: ConnectionAccount,
  options: OauthOptions,
): Promise<ThroughputRow> => {
  const { connections, seconds, runs, signal, say } = options;
  const { receiverTls, caFile, baseUrl, pids } = connection;
  const mongodbUri = connection.mongodbUris?.['auth'] ?? connection.mongodbUri;
  if (!mongodbUri) throw new Error('The connection file names no database for the baseline.');
  say('oauth: starting oidc-provider beside the service');
  const baseline = await startOidcProcess(
    { mongodbUri, database: DATABASE, chains: connections, ...receiverTls },
    signal,
  );
  try {
    const app = await openOauthApp(client, connection, account);
    try {
      const refreshTokens: string[] = [];
      while (refreshTokens.length < connections) refreshTokens.push((await app.approve()).refreshToken);
      // One database server for all services, or one for each.
      const database = Object.fromEntries(Object.entries(pids).filter(([name]) => /^(auth-)?database$/.test(name)));
      const ours: Side = {
        url: `${baseUrl}/oauth/token`,
        caFile,
        authorization: basic(app.clientId, app.clientSecret),
        refreshTokens,
        pids: { gateway: pids['gateway']!, auth: pids['auth']!, ...database },
      };
      const theirs: Side = {
        url: `https://localhost:${baseline.port}/token`,
        caFile,
        authorization: basic(baseline.clientId, baseline.clientSecret),
        refreshTokens: [...baseline.refreshTokens],
        pids: { 'oidc-provider': baseline.pid, ...database },
      };
      const [mine, others]: [Run[], Run[]] = [[], []];
      for (let run = 0; run <= runs; run += 1) {
        signal.throwIfAborted();
        const ms = run === 0 ? 1_000 : seconds * 1_000;
        const [one, other] = [await exchangeFor(ours, ms, signal), await exchangeFor(theirs, ms, signal)];
        const bad = one.firstBad ?? other.firstBad;
        if (bad !== undefined) throw new Error(`a token endpoint refused: ${bad}`);
        if (run === 0) continue;
        say(
          `oauth ${run}/${runs}: ${Math.round(one.perSecond)} exchanges /s, oidc-provider ${Math.round(other.perSecond)} /s`,
        );
        mine.push(one);
        others.push(other);
      }
      const took = mine.flatMap((one) => one.took);
      const [service, bare] = [median(mine.map((one) => one.perSecond)), median(others.map((one) => one.perSecond))];
      return {
        name: 'exchange a refresh token',
        service,
        serviceRuns: mine.map((one) => one.perSecond),
        p50: percentile(took, 0.5),
        p99: percentile(took, 0.99),
        bare,
        bareRuns: others.map((one) => one.perSecond),
        ratio: service / bare,
        bad: 0,
        cpuMicros: medianCpu(mine),
        bareCpuMicros: medianCpu(others),
      };
    } finally {
      await app.remove();
    }
  } finally {
    await baseline.stop();
  }
};
