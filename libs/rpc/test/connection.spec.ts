import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { systemClock } from '@porchlight/runtime';
import { eventually, freePort } from '@porchlight/testkit';
import { byId, createActor, createPerson, dial, gate, startPeer, useScope, waitingHandler } from './rpc-harness';

const scope = useScope();

const answering = { getPerson: async ({ id }: { id: number }) => ({ record: createPerson({ id }) }) };

test('given an unavailable peer, then calls fail with UNAVAILABLE at once, and succeed after it starts', async () => {
  const port = await freePort();
  const { channel, people } = scope.dial(`127.0.0.1:${port}`);
  expect(await channel.ready(50)).toBe(false);
  const started = systemClock.now();
  await expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  // Much earlier than its deadline.
  expect(systemClock.now() - started).toBeLessThan(1_000);
  await scope.peer(answering, { port });
  expect(await channel.ready(2000)).toBe(true);
  await expect(people.getPerson(byId(1), { actor: createActor() })).resolves.toBeDefined();
});

test('calls before the first connection wait for it', async () => {
  const peer = await scope.peer(answering);
  const { people } = scope.dial(peer.address);
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
  const { channel, people } = scope.dial(`127.0.0.1:${port}`);
  await expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await stopMute();
  await scope.peer(answering, { port });
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
  const { channel, people, log } = scope.dial(peer.address);
  const actor = createActor();
  const found: number[] = [];
  for (let round = 0; round < 4; round++) {
    seen.length = 0;
    expect(await channel.ready(20_000)).toBe(true);
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
  const { calls, end, getPerson } = waitingHandler();
  const peer = await startPeer({ getPerson });
  const { people, log } = scope.dial(peer.address);
  const actor = createActor();
  const running = people.getPerson(byId(1), { actor });
  await eventually(() => expect(calls).toHaveLength(1));
  const stopped = peer.server.stop(5000);
  await eventually(() => expect(log.of('rpc.peer_leaving')).toHaveLength(1));
  await expect(people.getPerson(byId(2), { actor })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  end.open();
  await expect(running).resolves.toMatchObject({ record: { id: 1 } });
  await stopped;
  expect(calls).toHaveLength(1);
});

test('a stop does not wait beyond its deadline for a hanging handler', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const peer = await startPeer({ getPerson });
  const { people } = scope.dial(peer.address);
  const running = people.getPerson(byId(1), { actor: createActor() });
  const refused = expect(running).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await eventually(() => expect(calls).toHaveLength(1));
  const started = performance.now();
  await peer.server.stop(50);
  expect(performance.now() - started).toBeLessThan(2000);
  await refused;
  expect(calls[0]!.signal.aborted).toBe(true);
  end.open();
});

test('closing a channel aborts the handlers of its calls and rejects its callers', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const peer = await scope.peer({ getPerson });
  const { channel, people } = dial(peer.address);
  const refused = expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({
    reason: 'UNAVAILABLE',
  });
  await eventually(() => expect(calls).toHaveLength(1));
  await channel.close();
  await refused;
  await eventually(() => expect(calls[0]!.signal.aborted).toBe(true));
  await expect(people.getPerson(byId(1), { actor: createActor() })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  expect(await channel.ready()).toBe(false);
  end.open();
});
