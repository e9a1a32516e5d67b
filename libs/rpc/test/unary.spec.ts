import { Client, Metadata, type ServiceError, credentials, status } from '@grpc/grpc-js';
import { refuse } from '@porchlight/errors';
import { systemClock } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import { type CallContext, MAX_MESSAGE_BYTES, formatMethodPath } from '../src';
import { decodeRefusal } from '../src/refusal-wire';
import { METADATA } from '../src/server/unary-call';
import {
  PersonServiceDefinition,
  byId,
  createActor,
  createPerson,
  minter,
  startPeer,
  useScope,
  waitingHandler,
} from './rpc-harness';
import type { PersonHandlers } from './rpc-harness';

const scope = useScope();

const METHOD = PersonServiceDefinition.methods.getPerson;

interface UnaryResult {
  error: ServiceError | null;
  response: unknown;
}

/** A standard gRPC client. */
async function open(handlers: Partial<PersonHandlers>, options: Parameters<typeof startPeer>[1] = {}) {
  const peer = await scope.peer(handlers, options);
  const client = new Client(peer.address, credentials.createInsecure());
  scope.add(async () => client.close());
  const call = (
    request: { id: number; options: Record<string, string> },
    headers: Record<string, string>,
    ms = 5000,
  ) => {
    const metadata = new Metadata();
    for (const [key, value] of Object.entries(headers)) metadata.set(key, value);
    let cancel: () => void = () => undefined;
    const answer = new Promise<UnaryResult>((resolve) => {
      const call = client.makeUnaryRequest(
        formatMethodPath(PersonServiceDefinition, METHOD),
        (value: typeof request) => Buffer.from(METHOD.requestType.encode(value).finish()),
        (bytes: Buffer) => METHOD.responseType.decode(bytes),
        request,
        metadata,
        { deadline: systemClock.now() + ms },
        (error, response) => resolve({ error, response }),
      );
      cancel = () => call.cancel();
    });
    return { answer, cancel: () => cancel() };
  };
  return { peer, call };
}

const mintToken = async (actor = createActor()): Promise<Record<string, string>> => ({
  [METADATA.token]: await minter.mint(actor, 'people'),
});

test('every method is also a unary RPC', async () => {
  let seen: Partial<CallContext> = {};
  const { call, peer } = await open({
    getPerson: async ({ id }, context) => {
      const { actor, requestId, suppressOwn, traceparent, operation } = context;
      seen = { actor, requestId, suppressOwn, operation, ...(traceparent === undefined ? {} : { traceparent }) };
      return { record: createPerson({ id }) };
    },
  });
  const actor = createActor('Agent');
  const headers = { ...(await mintToken(actor)), [METADATA.requestId]: 'req-2', [METADATA.suppressOwn]: 'true' };
  const { error, response } = await call(byId(4), headers).answer;
  expect(error).toBeNull();
  expect(response).toMatchObject({ record: { id: 4 } });
  expect(seen).toEqual({ actor, requestId: 'req-2', suppressOwn: true, operation: 'people.getPerson' });
  expect(peer.log.of('rpc.served')).toMatchObject([{ outcome: 'ok', requestId: 'req-2' }]);
});

test('a refusal is in the status and in the trailing metadata', async () => {
  const { call } = await open({ getPerson: async () => Promise.reject(refuse('NOT_FOUND', { what: 'person' })) });
  const { error } = await call(byId(4), await mintToken()).answer;
  expect(error).toMatchObject({ code: status.NOT_FOUND, details: 'There is no person with this id.' });
  const [bytes] = error!.metadata.get(METADATA.refusal);
  expect(decodeRefusal(bytes as Buffer)).toMatchObject({ reason: 'NOT_FOUND', params: { what: 'person' } });
});

test('a fault does not leak details', async () => {
  const { call } = await open({
    getPerson: async () => Promise.reject(new Error('connect mongodb://root:hunter2@db')),
  });
  const { error } = await call(byId(4), await mintToken()).answer;
  expect(error).toMatchObject({ code: status.INTERNAL });
  expect(error!.details).not.toContain('mongodb');
});

test('a token is required', async () => {
  const { call } = await open({ getPerson: async () => ({}) });
  expect((await call(byId(4), {}).answer).error).toMatchObject({ code: status.UNAUTHENTICATED });
  expect((await call(byId(4), { [METADATA.token]: 'x' }).answer).error).toMatchObject({ code: status.UNAUTHENTICATED });
});

test.each(['the deadline', 'cancelling'])('%s ends the handler', async (how) => {
  const { calls, end, getPerson } = waitingHandler();
  const { call } = await open({ getPerson });
  const { answer, cancel } = call(byId(4), await mintToken(), how === 'cancelling' ? 5000 : 1000);
  await eventually(() => expect(calls).toHaveLength(1));
  if (how === 'cancelling') cancel();
  const { error } = await answer;
  expect(error).toMatchObject({ code: how === 'cancelling' ? status.CANCELLED : status.DEADLINE_EXCEEDED });
  await eventually(() => expect(calls[0]!.signal.aborted).toBe(true));
  end.open();
});

test('a message over 8 MiB does not reach the handler', async () => {
  let handled = 0;
  const { call } = await open({
    getPerson: async () => {
      handled++;
      return {};
    },
  });
  const headers = await mintToken();
  const ofBytes = (length: number) => ({ id: 1, options: { filler: 'x'.repeat(length) } });
  const above = await call(ofBytes(MAX_MESSAGE_BYTES), headers).answer;
  expect(above.error).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  const farAbove = await call(ofBytes(MAX_MESSAGE_BYTES * 2), headers).answer;
  expect(farAbove.error).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  expect(handled).toBe(0);
});

test('the limit of calls includes unary calls', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const { call } = await open({ getPerson }, { maxConcurrentCalls: 1 });
  const headers = await mintToken();
  const first = call(byId(1), headers);
  await eventually(() => expect(calls).toHaveLength(1));
  expect((await call(byId(2), headers).answer).error).toMatchObject({ code: status.UNAVAILABLE });
  end.open();
  expect((await first.answer).error).toBeNull();
});
