import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Client, Metadata, credentials } from '@grpc/grpc-js';
import {
  type DeletePersonRequest,
  type GetPersonRequest,
  PersonServiceDefinition,
} from '@porchlight/contracts/src/generated/porchlight/people/v1/person_service';
import { createLogger, systemClock } from '@porchlight/runtime';
import { type MethodDefinition, createChannel, createRpcClient, formatMethodPath } from '../src';
import { token } from './fixture';

const WARM_UP_MS = 1_000;
const ROUND_MS = 2_000;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    lanes: { type: 'string', default: '1,16,64' },
    only: { type: 'string', default: '' },
    success: { type: 'string', default: 'info' },
    stream: { type: 'string', default: 'on' },
  },
});

interface Result {
  callsPerSecond: number;
  clientUs: number;
  serverUs: number;
}

const microseconds = ({ user, system }: NodeJS.CpuUsage): number => user + system;
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function readCpu(peer: ChildProcess): Promise<number> {
  const answer = once(peer, 'message');
  peer.send('cpu');
  const [message] = (await answer) as [{ cpu: NodeJS.CpuUsage }];
  return microseconds(message.cpu);
}

async function measure(peer: ChildProcess, call: () => Promise<unknown>, lanes: number, ms: number): Promise<Result> {
  const serverBefore = await readCpu(peer);
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
  const serverUs = ((await readCpu(peer)) - serverBefore) / calls;
  return { callsPerSecond: calls / seconds, clientUs, serverUs };
}

function unaryCaller(client: Client, method: MethodDefinition, request: unknown): () => Promise<unknown> {
  const path = formatMethodPath(PersonServiceDefinition, method);
  const encode = (value: unknown): Buffer => Buffer.from(method.requestType.encode(value).finish());
  return () =>
    new Promise((resolve, reject) => {
      const metadata = new Metadata();
      metadata.set('x-porchlight-token', token);
      const options = { deadline: systemClock.now() + 5_000 };
      client.makeUnaryRequest(
        path,
        encode,
        (b) => method.responseType.decode(b),
        request,
        metadata,
        options,
        (e, r) => (e ? reject(e) : resolve(r)),
      );
    });
}

async function main(): Promise<void> {
  const peer = fork(positionals[0]!, [flags.success, flags.stream]);
  const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
  const address = `127.0.0.1:${port}`;
  const channel = createChannel({
    address,
    logger: createLogger({ service: 'bench', level: 'warn' }),
    clock: systemClock,
  });
  if (!(await channel.ready(5_000))) throw new Error('the peer did not come up');
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

  const chosen = cases.filter(([name]) => name.startsWith(flags.only));
  for (const lanes of flags.lanes.split(',').map(Number)) {
    const results = new Map<string, Result[]>(chosen.map(([name]) => [name, []]));
    for (const [, call] of chosen) await measure(peer, call, lanes, WARM_UP_MS);
    for (let round = 0; round < Number(flags.rounds); round++) {
      for (const [name, call] of chosen) results.get(name)?.push(await measure(peer, call, lanes, ROUND_MS));
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
