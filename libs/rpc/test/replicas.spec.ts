import { createCertificates, eventually } from '@porchlight/testkit';
import { createActor, createPerson, dial, gate, startPeer, useScope } from './rpc-harness';

const scope = useScope();

const actor = createActor();

/** A replica that returns its own name in the person's name. */
async function startReplica(name: string, options: Parameters<typeof startPeer>[1] = {}) {
  const end = gate();
  const seen: number[] = [];
  const peer = await scope.peer(
    {
      getPerson: async ({ id }) => {
        seen.push(id);
        if (id === SLOW) await end.promise;
        return { record: createPerson({ id, name }) };
      },
    },
    options,
  );
  return { ...peer, seen, release: () => end.open() };
}

const SLOW = 999;

function dialAll(address: string | readonly string[], options: Partial<Parameters<typeof dial>[1]> = {}) {
  const client = scope.dial('', { ...options, address });
  const callReplica = async (id = 1) =>
    (await client.people.getPerson({ id, options: {} }, { actor, timeoutMs: 20_000 })).record?.name;
  return { ...client, callReplica };
}

test('calls are spread over all replicas, and go to the one with fewer waiting calls', async () => {
  const [one, two] = [await startReplica('one'), await startReplica('two')];
  const { channel, callReplica } = dialAll([one.address, two.address]);
  expect(await channel.ready(20_000)).toBe(true);
  await eventually(async () =>
    expect(new Set(await Promise.all([callReplica(), callReplica()]))).toEqual(new Set(['one', 'two'])),
  );
  const slow = callReplica(SLOW);
  await eventually(() => expect(one.seen.includes(SLOW) || two.seen.includes(SLOW)).toBe(true));
  const other = one.seen.includes(SLOW) ? 'two' : 'one';
  for (let i = 0; i < 6; i++) expect(await callReplica()).toBe(other);
  one.release();
  two.release();
  await slow;
});

test('an unavailable replica is skipped; a crashed one too, after its own calls failed', async () => {
  const one = await startReplica('one');
  const dead = await startReplica('dead');
  const { channel, callReplica } = dialAll([dead.address, one.address]);
  expect(await channel.ready(20_000)).toBe(true);
  await eventually(async () => expect(await callReplica()).toBe('dead'));
  await dead.server.stop(0);
  await eventually(async () =>
    expect(await Promise.all([callReplica(), callReplica(), callReplica()])).toEqual(['one', 'one', 'one']),
  );
  expect(await channel.ready(0)).toBe(true);
});

test('given a rolling restart under load, then no call fails and each runs once', async () => {
  let replicas = [await startReplica('one 1'), await startReplica('two 1')];
  const { channel, people } = dialAll(replicas.map(({ address }) => address));
  expect(await channel.ready(20_000)).toBe(true);
  const all = [...replicas];
  let id = 0;
  let running = true;
  const failed: unknown[] = [];
  let answered = 0;
  const caller = async (): Promise<void> => {
    while (running) {
      const mine = ++id === SLOW ? ++id : id;
      await people.getPerson({ id: mine, options: {} }, { actor }).then(
        () => answered++,
        (error: unknown) => failed.push(error),
      );
    }
  };
  const load = Promise.all(Array.from({ length: 16 }, caller));
  for (let round = 2; round < 4; round++) {
    for (const [index, old] of replicas.entries()) {
      const before = answered;
      await eventually(() => expect(answered).toBeGreaterThan(before + 100));
      const began = performance.now();
      await old.server.stop(3_000);
      expect(performance.now() - began).toBeLessThan(1_500);
      const next = await startReplica(`${index} ${round}`, { port: old.port });
      all.push(next);
      replicas = replicas.with(index, next);
      await eventually(() => expect(next.seen.length).toBeGreaterThan(20));
    }
  }
  running = false;
  await load;
  expect(failed).toEqual([]);
  const carried = all.flatMap(({ seen }) => seen);
  expect(carried.length).toBe(answered);
  expect(new Set(carried).size).toBe(answered);
});

test('a stop waits for a call that runs while further calls go to the successor', async () => {
  const old = await startReplica('old');
  let answer = ['127.0.0.1'];
  const { channel, log, callReplica } = dialAll(`people.internal:${old.port}`, { lookup: async () => answer });
  expect(await channel.ready(20_000)).toBe(true);
  const slow = callReplica(SLOW);
  await eventually(() => expect(old.seen).toContain(SLOW));
  const next = await startReplica('next', { port: old.port, host: '127.0.0.2' });
  answer = ['127.0.0.2'];
  const stopped = old.server.stop(5_000);
  await eventually(() => expect(log.of('rpc.peer_leaving')).toHaveLength(1));
  await eventually(async () => expect(await callReplica()).toBe('next'));
  old.release();
  expect(await slow).toBe('old');
  await stopped;
  expect(next.seen).not.toContain(SLOW);
  // Expected: no call was lost, so there is no warning.
  expect(log.of('rpc.channel_lost').filter(({ why }) => why === 'ended by the peer')).toEqual([]);
});

test('calls wait a moment for the successor of a draining replica', async () => {
  const old = await startReplica('old');
  const { channel, log, callReplica } = dialAll(old.address);
  expect(await channel.ready(20_000)).toBe(true);
  await old.server.stop(1_000);
  await eventually(() => expect(log.of('rpc.peer_leaving')).toHaveLength(1));
  const waiting = [callReplica(), callReplica()];
  await startReplica('next', { port: old.port });
  expect(await Promise.all(waiting)).toEqual(['next', 'next']);
});

test('calls that wait for a successor in vain are rejected within a second', async () => {
  const old = await startReplica('old');
  const { channel, log, people } = dialAll(old.address);
  expect(await channel.ready(20_000)).toBe(true);
  await old.server.stop(1_000);
  await eventually(() => expect(log.of('rpc.peer_leaving')).toHaveLength(1));
  const began = performance.now();
  await expect(people.getPerson({ id: 1, options: {} }, { actor })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('a running call of a draining replica is not affected by heartbeats', async () => {
  const old = await startReplica('old');
  const { channel, log, people, callReplica } = dialAll(old.address, { beatMs: 20 });
  expect(await channel.ready(20_000)).toBe(true);
  const slow = callReplica(SLOW);
  await eventually(() => expect(old.seen).toContain(SLOW));
  const stopped = old.server.stop(5_000);
  await eventually(() => expect(log.of('rpc.peer_leaving')).toHaveLength(1));
  // Takes a second, the wait for a successor: fifty calls.
  await expect(people.getPerson({ id: 1, options: {} }, { actor })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  old.release();
  expect(await slow).toBe('old');
  await stopped;
});

test('an idle caller does not delay the stop', async () => {
  const peer = await startReplica('one');
  const { channel } = dialAll(peer.address);
  expect(await channel.ready(20_000)).toBe(true);
  const began = performance.now();
  await peer.server.stop(5_000);
  expect(performance.now() - began).toBeLessThan(700);
});

describe('a host name', () => {
  test('means all its addresses, also future ones; a removed one completes its calls', async () => {
    const one = await startReplica('one');
    // All of 127.0.0.0/8 is the local machine: replicas differ by address, like pods, and share the port.
    const two = await startReplica('two', { port: one.port, host: '127.0.0.2' });
    let answer = ['127.0.0.1'];
    const asked: string[] = [];
    const lookup = async (host: string) => {
      asked.push(host);
      return answer;
    };
    const { channel, callReplica } = dialAll(`people.internal:${one.port}`, { lookup });
    // The first call waits for the first DNS result.
    expect(await callReplica()).toBe('one');
    expect(two.seen).toEqual([]);
    const slow = callReplica(SLOW);
    await eventually(() => expect(one.seen).toContain(SLOW));
    answer = ['127.0.0.2'];
    await eventually(async () => expect(await callReplica()).toBe('two'), { timeoutMs: 9_000 });
    one.release();
    expect(await slow).toBe('one');
    expect(new Set(asked)).toEqual(new Set(['people.internal']));
    expect(await channel.ready(0)).toBe(true);
  });

  test('that cannot be resolved: UNAVAILABLE within a second; known addresses stay in use', async () => {
    const one = await startReplica('one');
    let works = false;
    const lookup = async () => {
      if (!works) throw new Error('no such host');
      return ['127.0.0.1'];
    };
    const { log, callReplica } = dialAll(`people.internal:${one.port}`, { lookup });
    await expect(callReplica()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    works = true;
    await eventually(async () => expect(await callReplica()).toBe('one'));
    expect(log.of('rpc.name_unanswered')).toHaveLength(1);
  });

  test('must be in the certificate, for any address', async () => {
    const tls = await createCertificates();
    const one = await startReplica('one', { tls });
    const lookup = async () => ['127.0.0.1'];
    expect(await dialAll(`localhost:${one.port}`, { lookup, tls }).callReplica()).toBe('one');
    await expect(dialAll(`elsewhere.internal:${one.port}`, { lookup, tls }).callReplica()).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
    });
  });
});
