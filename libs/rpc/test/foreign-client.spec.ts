import { Client, type ClientDuplexStream, type ServiceError, credentials, status } from '@grpc/grpc-js';
import { TemplateServiceDefinition } from '@porchlight/contracts/src/generated/porchlight/marketing/v1/template_service';
import { eventually } from '@porchlight/testkit';
import { createRpcClient, formatMethodPath } from '../src';
import { CHANNEL_METHOD } from '../src/stream/channel-method';
import { type CallFrame, cancelFrame, encodeCalls } from '../src/stream/call-frame';
import type { ReplyFrame } from '../src/stream/reply-frame';
import { PersonServiceDefinition, createActor, minter, useScope, waitingHandler } from './rpc-harness';
import type { PersonHandlers } from './rpc-harness';

const scope = useScope();

const METHOD = PersonServiceDefinition.methods.getPerson;

/** A stream with raw frames, as another client implementation might send. */
async function open(handlers: Partial<PersonHandlers>) {
  const peer = await scope.peer(handlers);
  const client = new Client(peer.address, credentials.createInsecure());
  scope.add(async () => client.close());
  const stream: ClientDuplexStream<Buffer, readonly ReplyFrame[]> = client.makeBidiStreamRequest(
    CHANNEL_METHOD.path,
    (bytes: Buffer) => bytes,
    CHANNEL_METHOD.responseDeserialize,
  );
  scope.add(async () => stream.cancel());
  const failed = new Promise<ServiceError>((resolve) => stream.on('error', (error) => resolve(error as ServiceError)));
  stream.on('data', () => undefined);
  const token = await minter.mint(createActor(), 'people');
  const call = (correlation: number): CallFrame => ({
    ...cancelFrame(correlation),
    cancel: false,
    path: formatMethodPath(PersonServiceDefinition, METHOD),
    payload: METHOD.requestType.encode({ id: 1, options: {} }).finish(),
    token,
  });
  return { peer, stream, failed, call };
}

test('a repeated correlation id ends the stream and its calls', async () => {
  const { calls, end, getPerson } = waitingHandler();
  const { stream, failed, call } = await open({ getPerson });
  stream.write(encodeCalls([call(5)]));
  await eventually(() => expect(calls).toHaveLength(1));
  stream.write(encodeCalls([call(5)]));
  expect(await failed).toMatchObject({ code: status.INVALID_ARGUMENT });
  expect(calls[0]!.signal.aborted).toBe(true);
  end.open();
});

test('malformed bytes end the stream, not the server', async () => {
  const { peer, stream, failed } = await open({ getPerson: async () => ({}) });
  stream.write(Buffer.from('not a frame at all'));
  expect(await failed).toMatchObject({ code: status.INTERNAL });
  const { people } = scope.dial(peer.address);
  await expect(people.getPerson({ id: 1, options: {} }, { actor: createActor() })).resolves.toBeDefined();
});

test('a cancel frame for an unknown call is ignored', async () => {
  let handled = 0;
  const { stream, call } = await open({
    getPerson: async () => {
      handled++;
      return {};
    },
  });
  stream.write(encodeCalls([cancelFrame(77), call(5)]));
  await eventually(() => expect(handled).toBe(1));
});

test('a payload that cannot be decoded is rejected', async () => {
  const { peer, stream, call } = await open({ getPerson: async () => ({}) });
  stream.write(encodeCalls([{ ...call(5), payload: Buffer.from([0x12, 0x7f]) }]));
  await eventually(() => expect(peer.log.of('rpc.served')).toMatchObject([{ outcome: 'INVALID_BODY' }]));
});

test('an unknown method is a fault, with details in the log', async () => {
  const { peer } = await open({});
  const { channel } = scope.dial(peer.address);
  const templates = createRpcClient(TemplateServiceDefinition, channel);
  await expect(templates.listTemplates({}, { actor: createActor() })).rejects.toMatchObject({ reason: 'INTERNAL' });
  const path = '/porchlight.marketing.v1.TemplateService/ListTemplates';
  expect(peer.log.of('rpc.method_unknown')).toMatchObject([{ level: 'error', path }]);
});
