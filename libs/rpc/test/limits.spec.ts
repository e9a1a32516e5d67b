import { systemClock } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import { MAX_MESSAGE_BYTES } from '../src';
import { byId, createActor, createPerson, dial, startPeer, useScope, waitingHandler } from './rpc-harness';
import type { PersonHandlers } from './rpc-harness';

const scope = useScope();

async function open(
  handlers: Partial<PersonHandlers>,
  server: Parameters<typeof startPeer>[1] = {},
  channel: Parameters<typeof dial>[1] = {},
) {
  const peer = await scope.peer(handlers, server);
  const client = scope.dial(peer.address, channel);
  expect(await client.channel.ready(20_000)).toBe(true);
  return { ...client, peer };
}

test('a deadline ends the call on both sides', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const { people, peer } = await open({ getPerson });
  const started = systemClock.now();
  await expect(people.getPerson(byId(1), { actor: createActor(), timeoutMs: 400 })).rejects.toMatchObject({
    reason: 'DEADLINE',
  });
  expect(systemClock.now() - started).toBeGreaterThanOrEqual(395);
  expect(systemClock.now() - started).toBeLessThan(2000);
  await eventually(() => expect(calls[0]!.signal.aborted).toBe(true));
  expect(calls[0]!.signal.reason).toMatchObject({ reason: 'DEADLINE' });
  expect(peer.log.of('rpc.served')).toMatchObject([{ outcome: 'DEADLINE', level: 'warn' }]);
  end.open();
});

test('a shorter deadline holds while a longer one is pending', async () => {
  const { end, getPerson } = waitingHandler();
  const { people } = await open({ getPerson });
  const long = people.getPerson(byId(1), { actor: createActor(), timeoutMs: 10_000 });
  await expect(people.getPerson(byId(2), { actor: createActor(), timeoutMs: 30 })).rejects.toMatchObject({
    reason: 'DEADLINE',
  });
  end.open();
  await expect(long).resolves.toMatchObject({ record: { id: 1 } });
});

test('an abort rejects with its reason and reaches the signal of the handler', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const { people, peer } = await open({ getPerson });
  const controller = new AbortController();
  const call = people.getPerson(byId(1), { actor: createActor(), signal: controller.signal });
  await eventually(() => expect(calls).toHaveLength(1));
  expect(calls[0]!.signal.aborted).toBe(false);
  const reason = new Error('the visitor has left');
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
  await eventually(() => expect(calls[0]!.signal.aborted).toBe(true));
  end.open();
  await eventually(() => expect(peer.log.of('rpc.served')).toMatchObject([{ outcome: 'CANCELLED' }]));
});

test('a signal that is already aborted prevents sending', async () => {
  const { calls, getPerson } = waitingHandler();
  const { people } = await open({ getPerson });
  const reason = new Error('too late');
  const call = people.getPerson(byId(1), { actor: createActor(), signal: AbortSignal.abort(reason) });
  await expect(call).rejects.toBe(reason);
  expect(calls).toHaveLength(0);
});

test('the server rejects calls over its limit, and accepts calls again afterwards', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const { people } = await open({ getPerson }, { maxConcurrentCalls: 3 });
  const actor = createActor();
  const running = [1, 2, 3].map((id) => people.getPerson(byId(id), { actor }));
  await eventually(() => expect(calls).toHaveLength(3));
  await expect(people.getPerson(byId(4), { actor })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  end.open();
  await Promise.all(running);
  await expect(people.getPerson(byId(5), { actor })).resolves.toBeDefined();
});

test('the channel rejects waiting calls and bytes over its limits', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const { people } = await open({ getPerson }, {}, { maxPendingCalls: 2, maxPendingBytes: 1000 });
  const token = 'none';
  const actor = createActor();
  const running = [1, 2].map((id) => people.getPerson(byId(id), { actor }));
  await eventually(() => expect(calls).toHaveLength(2));
  await expect(people.getPerson(byId(3), { actor })).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  end.open();
  await Promise.all(running);
  const large = people.getPerson({ id: 1, options: { filler: 'x'.repeat(1000) } }, { token });
  await expect(large).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await expect(people.getPerson(byId(4), { actor })).resolves.toBeDefined();
});

test('a request and a response over 8 MiB are rejected with a reason', async () => {
  const { people, peer } = await open({
    getPerson: async () => ({ record: createPerson({ background: 'x'.repeat(MAX_MESSAGE_BYTES) }) }),
  });
  const actor = createActor();
  const filler = 'x'.repeat(MAX_MESSAGE_BYTES);
  await expect(people.getPerson({ id: 1, options: { filler } }, { actor })).rejects.toMatchObject({
    reason: 'BODY_TOO_LARGE',
    params: { limit: '8 MiB' },
  });
  await expect(people.getPerson(byId(1), { actor })).rejects.toMatchObject({ reason: 'RESPONSE_TOO_LARGE' });
  expect(peer.log.of('rpc.served')).toMatchObject([{ outcome: 'RESPONSE_TOO_LARGE' }]);
});

test('concurrent messages just below 8 MiB succeed, beside small ones', async () => {
  const { people } = await open({
    getPerson: async ({ id, options }) => ({ record: createPerson({ id, background: options['filler'] }) }),
  });
  const actor = createActor();
  const filler = 'x'.repeat(MAX_MESSAGE_BYTES - 1024);
  const answers = await Promise.all([
    ...[1, 2, 3].map((id) => people.getPerson({ id, options: { filler } }, { actor, timeoutMs: 20_000 })),
    ...[4, 5, 6].map((id) => people.getPerson(byId(id), { actor, timeoutMs: 20_000 })),
  ]);
  expect(answers.map((a) => [a.record?.id, a.record?.background?.length ?? 0])).toEqual([
    ...[1, 2, 3].map((id) => [id, filler.length]),
    ...[4, 5, 6].map((id) => [id, 0]),
  ]);
});
