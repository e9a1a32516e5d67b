import { Metadata, Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import { refuse } from '@porchlight/errors';
import { eventually } from '@porchlight/testkit';
import { type CallContext, formatMethodPath } from '../src';
import { PersonServiceDefinition, byId, createActor, createPerson, dial, gate, useScope } from './rpc-harness';

const scope = useScope();

const METHOD = PersonServiceDefinition.methods.getPerson;
type Handle = (call: ServerUnaryCall<{ id: number }, object>, reply: sendUnaryData<object>) => void;

/** A server of grpc-js only, as a service in another language would be. */
async function startForeign(getPerson: Handle, port = 0) {
  const server = new Server();
  const method = {
    path: formatMethodPath(PersonServiceDefinition, METHOD),
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: (value: object) => Buffer.from(METHOD.requestType.encode(value as never).finish()),
    requestDeserialize: (bytes: Buffer) => METHOD.requestType.decode(bytes),
    responseSerialize: (value: object) => Buffer.from(METHOD.responseType.encode(value).finish()),
    responseDeserialize: (bytes: Buffer) => METHOD.responseType.decode(bytes),
  };
  server.addService({ getPerson: method }, { getPerson });
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    ),
  );
  scope.add(async () => server.forceShutdown());
  return { server, port: bound, address: `127.0.0.1:${bound}` };
}

const open = (address: string, options: Parameters<typeof dial>[1] = {}) => {
  const client = scope.dial(address, options);
  return client;
};
const echo: Handle = ({ request }, reply) => reply(null, { record: createPerson({ id: request.id }) });

describe('a peer that serves only unary gRPC', () => {
  test('gets the call with its metadata and deadline', async () => {
    const seen: Record<string, unknown>[] = [];
    const { address } = await startForeign((call, reply) => {
      seen.push({ ...call.metadata.getMap(), left: Number(call.getDeadline()) - Date.now() });
      echo(call, reply);
    });
    const { people } = open(address);
    const options = { actor: createActor(), timeoutMs: 2000, requestId: 'req-1', suppressOwn: true };
    await expect(people.getPerson(byId(4), options)).resolves.toMatchObject({ record: { id: 4 } });
    expect(seen[0]).toMatchObject({
      'x-porchlight-token': expect.any(String),
      'x-request-id': 'req-1',
      'x-porchlight-suppress-own': 'true',
    });
    expect(seen[0]!['left']).toBeLessThanOrEqual(2000);
  });

  test.each([
    [status.NOT_FOUND, 'NOT_FOUND'],
    [status.INVALID_ARGUMENT, 'INVALID_BODY'],
    [status.UNAVAILABLE, 'UNAVAILABLE'],
    [status.UNKNOWN, 'INTERNAL'],
  ])('status %i without a Refusal becomes a reason', async (code, reason) => {
    const { address } = await startForeign((_call, reply) =>
      reply({ code, details: 'Why.', metadata: new Metadata() }),
    );
    await expect(open(address).people.getPerson(byId(4), { actor: createActor() })).rejects.toMatchObject({ reason });
  });

  test('a deadline ends the call', async () => {
    const { address } = await startForeign(() => undefined);
    const call = open(address).people.getPerson(byId(4), { actor: createActor(), timeoutMs: 200 });
    await expect(call).rejects.toMatchObject({ reason: 'DEADLINE' });
  });

  test('an aborted signal cancels the call of the peer', async () => {
    const cancelled = gate();
    const started = gate();
    const { address } = await startForeign((call) => {
      call.on('cancelled', () => cancelled.open());
      started.open();
    });
    const controller = new AbortController();
    const call = open(address).people.getPerson(byId(4), { actor: createActor(), signal: controller.signal });
    await started.promise;
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await cancelled.promise;
  });

  test('given a peer that restarts, then calls reach it again', async () => {
    const first = await startForeign(echo);
    const { people } = open(first.address);
    await people.getPerson(byId(1), { actor: createActor() });
    first.server.forceShutdown();
    await startForeign(echo, first.port);
    await eventually(async () => {
      await expect(people.getPerson(byId(2), { actor: createActor() })).resolves.toMatchObject({ record: { id: 2 } });
    });
  });

  test('given a peer that is replaced by one with the stream, then calls use the stream', async () => {
    const first = await startForeign(echo);
    const { people, log } = open(first.address);
    await people.getPerson(byId(1), { actor: createActor() });
    first.server.forceShutdown();
    await scope.peer({ getPerson: async () => ({}) }, { port: first.port });
    await eventually(() => expect(log.of('rpc.channel_opened')).toMatchObject([{ unary: true }, { unary: false }]));
    await expect(people.getPerson(byId(2), { actor: createActor() })).resolves.toEqual({});
  });

  test('heartbeats that it answers with UNIMPLEMENTED do not end the connection', async () => {
    const { address } = await startForeign(echo);
    const { people, log } = open(address, { beatMs: 20 });
    await people.getPerson(byId(1), { actor: createActor() });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(log.of('rpc.channel_lost')).toEqual([]);
  });
});

describe('a server of this library with stream: false', () => {
  test('serves calls of channels with refusals, roles and context', async () => {
    let seen: CallContext | undefined;
    const peer = await scope.peer(
      {
        getPerson: async ({ id }, call) => {
          seen = call;
          if (id === 2) throw refuse('MERGED', { mergedInto: 9 });
          return { record: createPerson({ id }) };
        },
      },
      { stream: false },
    );
    const { people, stages } = open(peer.address);
    const actor = createActor('Agent');
    await expect(people.getPerson(byId(1), { actor, requestId: 'r' })).resolves.toMatchObject({ record: { id: 1 } });
    expect(seen).toMatchObject({ actor, requestId: 'r' });
    const merged = { reason: 'MERGED', params: { mergedInto: 9 } };
    await expect(people.getPerson(byId(2), { actor })).rejects.toMatchObject(merged);
    await expect(stages.getStage(byId(1), { actor })).rejects.toMatchObject({ reason: 'FORBIDDEN' });
    await expect(people.getPerson(byId(1), {})).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
  });
});
