import { gunzipSync } from 'node:zlib';
import { createFileRegistry, type DescFile, type FileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { type Server, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { DESCRIPTOR_SET } from '@porchlight/contracts/src/generated-descriptors';
import { HealthDefinition } from '@porchlight/contracts/src/generated/grpc/health/v1/health';
import {
  ServerReflectionDefinition,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
} from '@porchlight/contracts/src/generated/grpc/reflection/v1/reflection';
import { toGrpcMethod } from '../definition';

type Stream = ServerDuplexStream<ServerReflectionRequest, ServerReflectionResponse>;
type Answer = ServerReflectionResponse['messageResponse'];

/** A client reads a few files; its stream ends after this time, ms. */
const MAX_STREAM_MS = 60_000;

let loaded: FileRegistry | undefined;

/** Descriptors of all protos; decoded for the first request, so that a service without such requests pays nothing. */
const loadDescriptors = (): FileRegistry =>
  (loaded ??= createFileRegistry(
    fromBinary(FileDescriptorSetSchema, gunzipSync(Buffer.from(DESCRIPTOR_SET, 'base64'))),
  ));

/** The file that declares a service, message, enum or extension, or a method, field or value of it. */
const findFile = (symbol: string): DescFile | undefined => {
  const named = loadDescriptors().get(symbol);
  if (named !== undefined) return named.file;
  const at = symbol.lastIndexOf('.');
  const parent = loadDescriptors().get(symbol.slice(0, at));
  const members =
    parent?.kind === 'service'
      ? parent.methods
      : parent?.kind === 'message'
        ? [...parent.fields, ...parent.oneofs]
        : parent?.kind === 'enum'
          ? parent.values
          : [];
  return members.some(({ name }) => name === symbol.slice(at + 1)) ? parent?.file : undefined;
};

/** Served by every server. */
const STANDARD = [HealthDefinition.fullName, ServerReflectionDefinition.fullName];

const notFound = (what: string): Answer => ({
  $case: 'errorResponse',
  value: { errorCode: status.NOT_FOUND, errorMessage: `${what} was not found.` },
});

/** The file with all files that it imports. */
const describe = (file: DescFile | undefined, what: string): Answer => {
  if (file === undefined) return notFound(what);
  const files = new Set([file]);
  // The set grows while it is read.
  for (const { dependencies } of files) for (const one of dependencies) files.add(one);
  const encode = ({ proto }: DescFile): Buffer => Buffer.from(toBinary(FileDescriptorProtoSchema, proto));
  return { $case: 'fileDescriptorResponse', value: { fileDescriptorProto: [...files].map(encode) } };
};

const respond = (asked: ServerReflectionRequest['messageRequest'], services: Iterable<string>): Answer => {
  switch (asked?.$case) {
    case 'listServices':
      return {
        $case: 'listServicesResponse',
        value: { service: [...services, ...STANDARD].map((name) => ({ name })) },
      };
    case 'fileByFilename':
      return describe(loadDescriptors().getFile(asked.value), asked.value);
    case 'fileContainingSymbol':
      return describe(findFile(asked.value), asked.value);
    case 'fileContainingExtension':
    case 'allExtensionNumbersOfType':
      return notFound('An extension');
    default:
      return { $case: 'errorResponse', value: { errorCode: status.UNIMPLEMENTED, errorMessage: 'Unknown request.' } };
  }
};

/**
 * Serves grpc.reflection.v1.ServerReflection for grpcurl and service meshes. It needs no token: it returns the public
 * protos of this repository and no data, and every method that it describes still requires a token.
 *
 * @param services full names of the served services; read at each request.
 */
export function addReflectionService(server: Server, services: Iterable<string>): void {
  const serverReflectionInfo = toGrpcMethod<ServerReflectionRequest, ServerReflectionResponse>(
    ServerReflectionDefinition,
    ServerReflectionDefinition.methods.serverReflectionInfo,
  );
  server.addService(
    { serverReflectionInfo },
    {
      serverReflectionInfo: (stream: Stream) => {
        const timer = setTimeout(() => stream.end(), MAX_STREAM_MS);
        timer.unref();
        stream.on('data', (request: ServerReflectionRequest) => {
          const messageResponse = respond(request.messageRequest, services);
          const response = { validHost: request.host, originalRequest: request, messageResponse };
          if (stream.write(response)) return;
          stream.pause();
          stream.once('drain', () => stream.resume());
        });
        stream.on('end', () => stream.end());
        stream.on('error', () => stream.end());
        stream.on('close', () => clearTimeout(timer));
      },
    },
  );
}
