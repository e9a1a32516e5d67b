import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { eventually } from '@porchlight/testkit';
import { createActor, dial } from './rpc-harness';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-rpc-'));
const bundle = join(folder, 'peer.cjs');
const peers: ChildProcess[] = [];

beforeAll(() => {
  // testkit loads native modules that the peer does not need.
  buildSync({
    entryPoints: [join(__dirname, 'killed-peer.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    external: ['ssh2', 'cpu-features', 'testcontainers'],
    logLevel: 'error',
  });
});
afterAll(async () => {
  for (const peer of peers) peer.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function startProcess(port: number): Promise<{ child: ChildProcess; port: number; called: Set<number> }> {
  const child = fork(bundle, [String(port)], { execArgv: [] });
  peers.push(child);
  const [said] = (await once(child, 'message')) as [{ port: number }];
  const called = new Set<number>();
  child.on('message', (message: { called: number }) => called.add(message.called));
  return { child, port: said.port, called };
}

test('given a process killed with -9, then waiting calls are rejected at once and its successor is found as soon as a new channel finds it', async () => {
  let peer = await startProcess(0);
  const { channel, people } = dial(`127.0.0.1:${peer.port}`);
  const call = (id: number) => people.getPerson({ id, options: {} }, { actor: createActor() });
  const found: number[] = [];
  for (let round = 0; round < 3; round++) {
    expect(await channel.ready(2000)).toBe(true);
    const waiting = call(1).catch((error: unknown) => error);
    const { called } = peer;
    await eventually(() => expect(called).toContain(1));
    const killed = performance.now();
    peer.child.kill('SIGKILL');
    expect(await waiting).toMatchObject({ reason: 'UNAVAILABLE' });
    expect(performance.now() - killed).toBeLessThan(1000);
    peer = await startProcess(peer.port);
    const started = performance.now();
    expect(await channel.ready(3000)).toBe(true);
    const foundMs = performance.now() - started;
    await expect(call(2)).resolves.toMatchObject({ record: { id: 2 } });
    // The time of a new channel shows the speed of the machine.
    const fresh = dial(`127.0.0.1:${peer.port}`);
    const dialed = performance.now();
    expect(await fresh.channel.ready(3000)).toBe(true);
    found.push(foundMs - 5 * (performance.now() - dialed));
    await fresh.channel.close();
  }
  await channel.close();
  expect(Math.min(...found)).toBeLessThan(300);
});

test('given a stopped process, then waiting calls are rejected after missed heartbeats, and it is found again when it continues', async () => {
  const peer = await startProcess(0);
  const { channel, people } = dial(`127.0.0.1:${peer.port}`, { beatMs: 100 });
  expect(await channel.ready(2000)).toBe(true);
  const waiting = people
    .getPerson({ id: 1, options: {} }, { actor: createActor(), timeoutMs: 20_000 })
    .catch((error: unknown) => error);
  await eventually(() => expect(peer.called).toContain(1));
  peer.child.kill('SIGSTOP');
  const stopped = performance.now();
  expect(await waiting).toMatchObject({ reason: 'UNAVAILABLE' });
  expect(performance.now() - stopped).toBeLessThan(3_000);
  peer.child.kill('SIGCONT');
  expect(await channel.ready(5_000)).toBe(true);
  await expect(people.getPerson({ id: 2, options: {} }, { actor: createActor() })).resolves.toMatchObject({
    record: { id: 2 },
  });
  await channel.close();
});
