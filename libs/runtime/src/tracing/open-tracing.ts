import type { Logger } from '../logger';
import type { Tracing } from './tracing';

/** The part of a configuration for traces. */
export interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number | undefined;
}

/** Creates tracing from the configuration; undefined if it is disabled, and then OpenTelemetry is not loaded. */
export const openTracing = async (
  service: string,
  config: TracingConfig,
  logger: Logger,
): Promise<Tracing | undefined> => {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: sampler = 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: ratio = 1,
  } = config;
  if (endpoint === undefined) return undefined;
  const { exportTraces } = await import('./otel-export');
  return exportTraces({ service, endpoint, sampler, ratio }, logger);
};
