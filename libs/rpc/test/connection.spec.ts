import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { systemClock } from '@porchlight/runtime';
import { eventually, freePort } from '@porchlight/testkit';
import { createActor, closing, dial, gate, createPerson, startPeer } from './harness';

const scope = closing();
afterEach(() => scope.all());

const byId = (id: number) => ({ id, options: {} });
const answering = { getPerson: async ({ id }: { id: number }) => ({ record: createPerson({ id }) }) };

test('given an unavailable peer, then calls fail with UNAVAILABLE at once, and succeed after it starts', async () => {
  const port = await freePort();
  const { channel, people } = dial(`127.0.0.1:${port}`);
  scope.add(() => channel.close());
  expect(await channel.ready(50)).toBe(false);
  const started = systemClock.now();
  await expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  // Much earlier than its deadline.
  expect(systemClock.now() - started).toBeLessThan(1_000);
  const peer = await startPeer(answering, { port });
  scope.add(() => peer.server.stop(0));
  expect(await channel.ready(2000)).toBe(true);
  await expect(people.getPerson(byId(1), { actor: createActor() })).resolves.toBeDefined();
});

test('calls before the first connection wait for it', async () => {
  const peer = await startPeer(answering);
  scope.add(() => peer.server.stop(0));
  const { channel, people } = dial(peer.address);
  scope.add(() => channel.close());
  await expect(people.getPerson(byId(3), { actor: createActor() })).resolves.toMatchObject({ record: { id: 3 } });
});

/** A peer that accepts connections and never responds. */
async function startMutePeer(port: number): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined))).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
}

test('a peer that never responds is replaced by a responding one', async () => {
  const port = await freePort();
  const stopMute = await startMutePeer(port);
  const { channel, people } = dial(`127.0.0.1:${port}`);
  scope.add(() => channel.close());
  await expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await stopMute();
  const peer = await startPeer(answering, { port });
  scope.add(() => peer.server.stop(0));
  expect(await channel.ready(3000)).toBe(true);
});

test('given a crashed peer, then waiting calls are rejected, and it is found within 300 ms after each restart', async () => {
  const hang = gate();
  const seen: number[] = [];
  const handlers = {
    getPerson: async ({ id }: { id: number }) => {
      seen.push(id);
      if (id === 1) await hang.promise;
      return { record: createPerson({ id }) };
    },
  };
  let peer = await startPeer(handlers);
  const { channel, people, log } = dial(peer.address);
  scope.add(() => channel.close());
  const actor = createActor();
  const found: number[] = [];
  for (let round = 0; round < 4; round++) {
    seen.length = 0;
    await channel.ready();
    const waiting = people.getPerson(byId(1), { actor });
    await eventually(() => expect(seen).toEqual([1]));
    // Stopping without grace resets the connections, like a crashed process.
    const stopped = peer.server.stop(0);
    await expect(waiting).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    await stopped;
    await eventually(() =>
      expect(people.getPerson(byId(2), { actor })).rejects.toMatchObject({ reason: 'UNAVAILABLE' }),
    );
    // Long enough for the backoff to reach its maximum.
    await eventually(async () => expect(await channel.ready(600)).toBe(false));
    peer = await startPeer(handlers, { port: peer.port });
    const started = performance.now();
    expect(await channel.ready(3000)).toBe(true);
    found.push(performance.now() - started);
    await expect(people.getPerson(byId(2), { actor })).resolves.toMatchObject({ record: { id: 2 } });
  }
  scope.add(() => peer.server.stop(0));
  hang.open();
  // Tests the rule over several rounds, because one round may be slow on a busy machine.
  const [, , median] = found.sort((a, b) => a - b);
  expect(median).toBeLessThan(300);
  // One line per loss, not one per attempt.
  expect(log.of('rpc.channel_lost').length).toBeLessThanOrEqual(4 * 2);
});

test('a graceful stop completes running calls and rejects new ones', async () => {
  const end = gate();
  const seen: number[] = [];
  const peer = await startPeer({
    getPerson: async ({ id }) => {
      seen.push(id);
      await end.promise;
      return { record: createPerson({ id }) };
    },
  });
  const { channel, people, log } = dial(peer.address);
  scope.add(() => channel.close());
  const actor = createActor();
  const running = people.getPerson(byId(1), { actor });
  await eventually(() => expect(seen).toEqual([1]));
  const stopped = peer.server.stop(5000);
  await eventually(() => expect(log.of('rpc.peer_leaving')).toHaveLength(1));
  await expect(people.getPerson(byId(2), { actor })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  end.open();
  await expect(running).resolves.toMatchObject({ record: { id: 1 } });
  await stopped;
  expect(seen).toEqual([1]);
});

test('a stop does not wait beyond its deadline for a hanging handler', async () => {
  const hang = gate();
  let signal: AbortSignal | undefined;
  const peer = await startPeer({
    getPerson: async (_request, call) => {
      signal = call.signal;
      await hang.promise;
      return {};
    },
  });
  const { channel, people } = dial(peer.address);
  scope.add(() => channel.close());
  const running = people.getPerson(byId(1), { actor: createActor() });
  const refused = expect(running).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await eventually(() => expect(signal).toBeDefined());
  const started = performance.now();
  await peer.server.stop(50);
  expect(performance.now() - started).toBeLessThan(2000);
  await refused;
  expect(signal!.aborted).toBe(true);
  hang.open();
});

test('closing a channel aborts the handlers of its calls and rejects its callers', async () => {
  let signal: AbortSignal | undefined;
  const hang = gate();
  const peer = await startPeer({
    getPerson: async (_request, call) => {
      signal = call.signal;
      await hang.promise;
      return {};
    },
  });
  scope.add(() => peer.server.stop(0));
  const { channel, people } = dial(peer.address);
  const refused = expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({
    reason: 'UNAVAILABLE',
  });
  await eventually(() => expect(signal).toBeDefined());
  await channel.close();
  await refused;
  await eventually(() => expect(signal!.aborted).toBe(true));
  await expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  expect(await channel.ready()).toBe(false);
  hang.open();
});
