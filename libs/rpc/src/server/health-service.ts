import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import {
  type MethodDefinition,
  type Server,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';

/** Status of a service in grpc.health.v1. */
export const HEALTH = { SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 } as const;

type Health = (typeof HEALTH)[keyof typeof HEALTH];

interface HealthOptions {
  /** True if the server accepts calls. */
  readonly isServing: () => Promise<boolean>;
  /** True if a service of this full name is served. */
  readonly has: (fullName: string) => boolean;
}

/** Interval at which Watch reads the status, ms. */
const WATCH_MS = 1_000;

/** An object, because the server of grpc-js takes an empty string for a missing request. */
interface HealthRequest {
  readonly service: string;
}

/** Reads the only field of grpc.health.v1.HealthCheckRequest: the service; empty for the whole server. */
const decodeRequest = (bytes: Buffer): HealthRequest => {
  const reader = new BinaryReader(bytes);
  let service = '';
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) service = reader.string();
    else reader.skip(wireType);
  }
  return { service };
};

const createMethod = (name: string, responseStream: boolean): MethodDefinition<HealthRequest, Health> => ({
  path: `/grpc.health.v1.Health/${name}`,
  requestStream: false,
  responseStream,
  requestSerialize: ({ service }) => Buffer.from(new BinaryWriter().uint32(10).string(service).finish()),
  requestDeserialize: decodeRequest,
  responseSerialize: (health) => Buffer.from(new BinaryWriter().uint32(8).int32(health).finish()),
  responseDeserialize: (bytes) => (bytes[1] ?? 0) as Health,
});

/** The methods of grpc.health.v1.Health. */
export const HEALTH_METHODS = { check: createMethod('Check', false), watch: createMethod('Watch', true) };

/**
 * Serves grpc.health.v1.Health for probes and service meshes. It needs no token: it returns only a status. All services
 * of a server have the same status. Check of an unknown service returns NOT_FOUND, as the protocol requires.
 */
export function addHealthService(server: Server, { isServing, has }: HealthOptions): void {
  const read = async (service: string): Promise<Health> => {
    if (service !== '' && !has(service)) return HEALTH.SERVICE_UNKNOWN;
    return (await isServing().catch(() => false)) ? HEALTH.SERVING : HEALTH.NOT_SERVING;
  };
  server.addService(HEALTH_METHODS, {
    check: (call: ServerUnaryCall<HealthRequest, Health>, reply: sendUnaryData<Health>) =>
      void read(call.request.service).then((health) =>
        health === HEALTH.SERVICE_UNKNOWN
          ? reply({ code: status.NOT_FOUND, details: 'This service is not served here.' })
          : reply(null, health),
      ),
    watch: (call: ServerWritableStream<HealthRequest, Health>) => {
      let last: Health | undefined;
      let isReading = false;
      const update = async (): Promise<void> => {
        if (isReading) return;
        isReading = true;
        const health = await read(call.request.service);
        isReading = false;
        if (health === last || call.cancelled) return;
        last = health;
        call.write(health);
      };
      const timer = setInterval(() => void update(), WATCH_MS);
      timer.unref();
      call.on('cancelled', () => clearInterval(timer));
      call.on('close', () => clearInterval(timer));
      void update();
    },
  });
}
