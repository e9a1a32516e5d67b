import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Client, Metadata, credentials } from '@grpc/grpc-js';
import {
  type DeletePersonRequest,
  type GetPersonRequest,
  PersonServiceDefinition,
} from '@porchlight/contracts/src/generated/porchlight/people/v1/person_service';
import { createLogger, systemClock } from '@porchlight/runtime';
import { type MethodDefinition, createChannel, createRpcClient, pathOf } from '../src';
import { token } from './fixture';

const WARM_UP_MS = 1_000;
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2_000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

interface Result {
  callsPerSecond: number;
  clientUs: number;
  serverUs: number;
}

const microseconds = ({ user, system }: NodeJS.CpuUsage): number => user + system;
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function cpuOf(peer: ChildProcess): Promise<number> {
  const answer = once(peer, 'message');
  peer.send('cpu');
  const [message] = (await answer) as [{ cpu: NodeJS.CpuUsage }];
  return microseconds(message.cpu);
}

async function measure(peer: ChildProcess, call: () => Promise<unknown>, lanes: number, ms: number): Promise<Result> {
  const serverBefore = await cpuOf(peer);
  const clientBefore = process.cpuUsage();
  const started = performance.now();
  let calls = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - started < ms) {
      await call();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - started) / 1000;
  const clientUs = microseconds(process.cpuUsage(clientBefore)) / calls;
  const serverUs = ((await cpuOf(peer)) - serverBefore) / calls;
  return { callsPerSecond: calls / seconds, clientUs, serverUs };
}

function unaryCaller(client: Client, method: MethodDefinition, request: unknown): () => Promise<unknown> {
  const path = pathOf(PersonServiceDefinition, method);
  const encode = (value: unknown): Buffer => Buffer.from(method.requestType.encode(value).finish());
  return () =>
    new Promise((resolve, reject) => {
      const metadata = new Metadata();
      metadata.set('x-porchlight-token', token);
      const options = { deadline: Date.now() + 5_000 };
      client.makeUnaryRequest(path, encode, (b) => method.responseType.decode(b), request, metadata, options, (e, r) =>
        e ? reject(e) : resolve(r),
      );
    });
}

async function main(): Promise<void> {
  const peer = fork(process.argv[2]!, process.argv.slice(3), { execArgv: process.env['PEER_ARGS']?.split(' ') ?? [] });
  const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
  const address = `127.0.0.1:${port}`;
  const channel = createChannel({ address, logger: createLogger({ service: 'bench', level: 'warn' }), clock: systemClock });
  if (!(await channel.ready(5_000))) throw new Error('the peer did not come up');
  const only = process.env['BENCH_ONLY'];
  const people = createRpcClient(PersonServiceDefinition, channel);
  const unary = new Client(address, credentials.createInsecure());
  const methods = PersonServiceDefinition.methods;
  const get: GetPersonRequest = { id: 4711, options: {} };
  const remove: DeletePersonRequest = { id: 4711, options: {} };
  const cases: [string, () => Promise<unknown>][] = [
    ['unary, empty', unaryCaller(unary, methods.deletePerson, remove)],
    ['channel, empty', () => people.deletePerson(remove, { token })],
    ['unary, person', unaryCaller(unary, methods.getPerson, get)],
    ['channel, person', () => people.getPerson(get, { token })],
  ];

  for (const lanes of (process.env['LANES'] ?? '1,16,64').split(',').map(Number)) {
    const results = new Map<string, Result[]>();
    for (const [n, call] of cases) if (only === undefined || n.startsWith(only)) await measure(peer, call, lanes, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, call] of cases) {
        if (only !== undefined && !name.startsWith(only)) continue;
        results.set(name, [...(results.get(name) ?? []), await measure(peer, call, lanes, ROUND_MS)]);
      }
    }
    for (const [name, all] of results) {
      const client = median(all.map((r) => r.clientUs));
      const server = median(all.map((r) => r.serverUs));
      console.log(
        `${String(lanes).padStart(3)} at a time  ${name.padEnd(16)} ${median(all.map((r) => r.callsPerSecond))
          .toFixed(0)
          .padStart(7)} calls/s  CPU us/call: client ${client.toFixed(0).padStart(4)} + server ${server
          .toFixed(0)
          .padStart(4)} = ${(client + server).toFixed(0).padStart(4)}`,
      );
    }
  }
  unary.close();
  await channel.close();
  peer.disconnect();
}

void main();
