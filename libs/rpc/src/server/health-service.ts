import {
  type Server,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import {
  HealthCheckResponse_ServingStatus as Status,
  HealthDefinition,
  type HealthCheckRequest,
  type HealthCheckResponse,
  type HealthListRequest,
  type HealthListResponse,
} from '@porchlight/contracts/src/generated/grpc/health/v1/health';
import { toGrpcMethod } from '../definition';

interface HealthOptions {
  /** True if the server accepts calls. */
  readonly isServing: () => Promise<boolean>;
  /** Full names of the served services. */
  readonly services: ReadonlySet<string>;
}

/** Interval at which Watch reads the status, ms. */
const WATCH_MS = 1_000;

const { check, watch, list } = HealthDefinition.methods;

/** The methods of grpc.health.v1.Health. */
export const HEALTH_METHODS = {
  check: toGrpcMethod<HealthCheckRequest, HealthCheckResponse>(HealthDefinition, check),
  watch: toGrpcMethod<HealthCheckRequest, HealthCheckResponse>(HealthDefinition, watch),
  list: toGrpcMethod<HealthListRequest, HealthListResponse>(HealthDefinition, list),
};

/**
 * Serves grpc.health.v1.Health for probes and service meshes. It needs no token: it returns only a status. All services
 * of a server have the same status. Check of an unknown service returns NOT_FOUND, as the protocol requires.
 */
export function addHealthService(server: Server, { isServing, services }: HealthOptions): void {
  const read = async (service: string): Promise<HealthCheckResponse> => {
    if (service !== '' && !services.has(service)) return { status: Status.SERVICE_UNKNOWN };
    return { status: (await isServing().catch(() => false)) ? Status.SERVING : Status.NOT_SERVING };
  };
  server.addService(HEALTH_METHODS, {
    check: (
      call: ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>,
      reply: sendUnaryData<HealthCheckResponse>,
    ) =>
      void read(call.request.service).then((health) =>
        health.status === Status.SERVICE_UNKNOWN
          ? reply({ code: status.NOT_FOUND, details: 'This service is not served here.' })
          : reply(null, health),
      ),
    list: (_call: ServerUnaryCall<HealthListRequest, HealthListResponse>, reply: sendUnaryData<HealthListResponse>) =>
      void read('').then((health) =>
        reply(null, { statuses: Object.fromEntries(['', ...services].map((name) => [name, health])) }),
      ),
    watch: (call: ServerWritableStream<HealthCheckRequest, HealthCheckResponse>) => {
      let last: Status | undefined;
      let isReading = false;
      const update = async (): Promise<void> => {
        if (isReading) return;
        isReading = true;
        const health = await read(call.request.service);
        isReading = false;
        if (health.status === last || call.cancelled) return;
        last = health.status;
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
