import { type Server, type ServerDuplexStream, status } from '@grpc/grpc-js';
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

/** Served by every server. */
const STANDARD = [HealthDefinition.fullName, ServerReflectionDefinition.fullName];

const notFound = (what: string): Answer => ({
  $case: 'errorResponse',
  value: { errorCode: status.NOT_FOUND, errorMessage: `${what} was not found.` },
});

const respond = async (
  asked: ServerReflectionRequest['messageRequest'],
  services: Iterable<string>,
): Promise<Answer> => {
  switch (asked?.$case) {
    case 'listServices':
      return {
        $case: 'listServicesResponse',
        value: { service: [...services, ...STANDARD].map((name) => ({ name })) },
      };
    case 'fileByFilename':
    case 'fileContainingSymbol': {
      const { encodeFiles, findFile, findFileOf } = await import('./descriptors');
      const file = asked.$case === 'fileByFilename' ? findFile(asked.value) : findFileOf(asked.value);
      if (file === undefined) return notFound(asked.value);
      return { $case: 'fileDescriptorResponse', value: { fileDescriptorProto: encodeFiles(file) } };
    }
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
          stream.pause();
          const write = (messageResponse: Answer): void => {
            const hasRoom = stream.write({ validHost: request.host, originalRequest: request, messageResponse });
            if (hasRoom) stream.resume();
            else stream.once('drain', () => stream.resume());
          };
          respond(request.messageRequest, services).then(write, () =>
            stream.emit('error', { code: status.INTERNAL, details: 'The descriptors cannot be read.' }),
          );
        });
        stream.on('end', () => stream.end());
        stream.on('error', () => stream.end());
        stream.on('close', () => clearTimeout(timer));
      },
    },
  );
}
