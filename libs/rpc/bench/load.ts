import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { PersonServiceDefinition } from '@porchlight/contracts/src/generated/porchlight/people/v1/person_service';
import { createLogger, systemClock } from '@porchlight/runtime';
import { createChannel, createRpcClient } from '../src';
import { person, token } from './fixture';

const WARM_UP_MS = 1_000;
const ROUND_MS = 2_000;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    lanes: { type: 'string', default: '1,16,64' },
    only: { type: 'string', default: '' },
    success: { type: 'string', default: 'info' },
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

interface Case {
  readonly name: string;
  readonly peer: ChildProcess;
  call(): Promise<unknown>;
}

const QUERY = { limit: 25, offset: 0, next: '', sort: '', descending: false, filters: [], customFields: [] };

/** Starts a server with or without the stream. */
async function startPeer(stream: 'on' | 'off'): Promise<{ cases: Case[]; close(): Promise<void> }> {
  const peer = fork(positionals[0]!, [flags.success, stream]);
  const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
  const channel = createChannel({
    address: `127.0.0.1:${port}`,
    logger: createLogger({ service: 'bench', level: 'warn' }),
    clock: systemClock,
  });
  if (!(await channel.ready(5_000))) throw new Error('the peer did not come up');
  const people = createRpcClient(PersonServiceDefinition, channel);
  const calls = {
    get: () => people.getPerson({ id: 4711, options: {} }, { token }),
    list: () => people.listPeople({ query: QUERY }, { token }),
    create: () => people.createPerson({ record: person, mask: Object.keys(person), options: {} }, { token }),
    empty: () => people.deletePerson({ id: 4711, options: {} }, { token }),
  };
  return {
    cases: Object.entries(calls).map(([name, call]) => ({ name: `${name}, stream ${stream}`, peer, call })),
    close: async () => {
      await channel.close();
      peer.disconnect();
    },
  };
}

/** Measures calls with and without the stream in turns, so that other load of the machine affects both. */
async function main(): Promise<void> {
  const peers = [await startPeer('on'), await startPeer('off')];
  const cases = peers.flatMap((one) => one.cases).sort((a, b) => (a.name < b.name ? -1 : 1));
  const chosen = cases.filter(({ name }) => name.startsWith(flags.only));
  for (const lanes of flags.lanes.split(',').map(Number)) {
    const results = new Map<string, Result[]>(chosen.map(({ name }) => [name, []]));
    for (const { peer, call } of chosen) await measure(peer, call, lanes, WARM_UP_MS);
    for (let round = 0; round < Number(flags.rounds); round++) {
      for (const { name, peer, call } of chosen) results.get(name)?.push(await measure(peer, call, lanes, ROUND_MS));
    }
    for (const [name, all] of results) {
      const client = median(all.map((r) => r.clientUs));
      const server = median(all.map((r) => r.serverUs));
      console.log(
        `${String(lanes).padStart(3)} at a time  ${name.padEnd(18)} ${median(all.map((r) => r.callsPerSecond))
          .toFixed(0)
          .padStart(7)} calls/s  CPU us/call: client ${client.toFixed(0).padStart(4)} + server ${server
          .toFixed(0)
          .padStart(4)} = ${(client + server).toFixed(0).padStart(4)}`,
      );
    }
  }
  for (const peer of peers) await peer.close();
}

void main();
