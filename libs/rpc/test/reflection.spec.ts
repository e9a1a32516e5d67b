import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Client, credentials, status } from '@grpc/grpc-js';
import {
  ServerReflectionDefinition,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
} from '@porchlight/contracts/src/generated/grpc/reflection/v1/reflection';
import { toGrpcMethod } from '../src/definition';
import { useScope } from './rpc-harness';

const scope = useScope();

const { serverReflectionInfo } = ServerReflectionDefinition.methods;
const METHOD = toGrpcMethod<ServerReflectionRequest, ServerReflectionResponse>(
  ServerReflectionDefinition,
  serverReflectionInfo,
);
const PERSON_SERVICE = 'porchlight.people.v1.PersonService';

async function open(options: { reflection?: boolean } = { reflection: true }) {
  const peer = await scope.peer({}, options);
  const client = new Client(peer.address, credentials.createInsecure());
  scope.add(async () => client.close());
  /** One stream with all requests, as grpcurl uses it. */
  const ask = (...requests: ServerReflectionRequest['messageRequest'][]) =>
    new Promise<ServerReflectionResponse['messageResponse'][]>((resolve, reject) => {
      const answers: ServerReflectionResponse['messageResponse'][] = [];
      const stream = client.makeBidiStreamRequest(METHOD.path, METHOD.requestSerialize, METHOD.responseDeserialize);
      stream.on('data', ({ messageResponse }: ServerReflectionResponse) => answers.push(messageResponse));
      stream.on('error', reject);
      stream.on('end', () => resolve(answers));
      for (const messageRequest of requests) stream.write({ host: '', messageRequest });
      stream.end();
    });
  return { ask, client };
}

const readFiles = (answer: ServerReflectionResponse['messageResponse']) =>
  answer?.$case === 'fileDescriptorResponse'
    ? answer.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
    : [];

test('given no token, when a client lists services, then it gets those of this server and the standard ones', async () => {
  const { ask } = await open();
  const [answer] = await ask({ $case: 'listServices', value: '' });
  expect(answer).toEqual({
    $case: 'listServicesResponse',
    value: {
      service: [
        { name: PERSON_SERVICE },
        { name: 'porchlight.people.v1.StageService' },
        { name: 'porchlight.auth.v1.CredentialService' },
        { name: 'grpc.health.v1.Health' },
        { name: 'grpc.reflection.v1.ServerReflection' },
      ],
    },
  });
});

test.each([
  PERSON_SERVICE,
  `${PERSON_SERVICE}.GetPerson`,
  'porchlight.people.v1.Person',
  'porchlight.people.v1.Person.id',
])('given the symbol %s, then its file and all imported files are returned', async (symbol) => {
  const { ask } = await open();
  const [answer] = await ask({ $case: 'fileContainingSymbol', value: symbol });
  const files = readFiles(answer);
  expect(files[0]!.name).toBe('porchlight/people/v1/person_service.proto');
  expect(files[0]!.service[0]!.method.map(({ name }) => name)).toContain('GetPerson');
  const names = files.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(files.flatMap(({ dependency }) => dependency)));
});

test('given a file name and unknown names, then the file and errors with NOT_FOUND are returned in one stream', async () => {
  const { ask } = await open();
  const [file, symbol, name] = await ask(
    { $case: 'fileByFilename', value: 'google/protobuf/timestamp.proto' },
    { $case: 'fileContainingSymbol', value: `${PERSON_SERVICE}.Unknown` },
    { $case: 'fileByFilename', value: 'unknown.proto' },
  );
  expect(readFiles(file)[0]!.package).toBe('google.protobuf');
  for (const error of [symbol, name])
    expect(error).toMatchObject({ $case: 'errorResponse', value: { errorCode: status.NOT_FOUND } });
});

test('given reflection, when a described method is called without a token, then it is refused', async () => {
  const { client } = await open();
  const code = await new Promise((resolve) =>
    client.makeUnaryRequest(
      `/${PERSON_SERVICE}/GetPerson`,
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      Buffer.from([8, 1]),
      (error) => resolve(error?.code),
    ),
  );
  expect(code).toBe(status.UNAUTHENTICATED);
});

test.each([{}, { reflection: false }])(
  'N10 given a server with %p, then its requests are UNIMPLEMENTED',
  async (options) => {
    const { ask } = await open(options);
    await expect(ask({ $case: 'listServices', value: '' })).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  },
);
