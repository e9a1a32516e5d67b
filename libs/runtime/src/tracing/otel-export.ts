import { diag, DiagLogLevel } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { randomUUID } from 'node:crypto';
import type { Logger } from '../logger';
import { createOtelTracing } from './otel-tracing';
import type { Tracing } from './tracing';

/** Longest wait and largest number of buffered spans; further spans are dropped. */
const QUEUE = { scheduledDelayMillis: 1_000, maxQueueSize: 2_048, maxExportBatchSize: 512, exportTimeoutMillis: 5_000 };
/** Timeout of the collector, ms; shorter than the deadline of a stop. */
const EXPORT_TIMEOUT_MS = 2_000;
/** Interval of log lines about an unavailable collector, ms. */
const TELL_EVERY_MS = 60_000;

export interface ExportOptions {
  readonly service: string;
  /** Address of the collector, without /v1/traces. */
  readonly endpoint: string;
  /** Standard name of the sampler. */
  readonly sampler: string;
  /** Ratio of samplers by ratio, 0 to 1. */
  readonly ratio: number;
}

/**
 * Sends the spans of this process to a collector in background batches. If the collector is unavailable, only spans are
 * lost.
 */
export const exportTraces = ({ service, endpoint, sampler, ratio }: ExportOptions, logger: Logger): Tracing => {
  logExportErrors(logger);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const named = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'porchlight',
    'service.instance.id': randomUUID(),
  });
  return createOtelTracing(
    new TracerProvider({
      resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(named),
      sampler: createSampler(sampler, ratio),
      spanProcessors: [new BatchSpanProcessor({ exporter, ...QUEUE })],
    }),
  );
};

/** Samplers by their standard names; `parentbased_` samplers follow the decision of the caller. */
const createSampler = (name: string, ratio: number): Sampler => {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

/** The exporter reports a failure per batch; one per minute is logged. */
const logExportErrors = (logger: Logger): void => {
  let quietUntil = 0;
  const logError = (message: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + TELL_EVERY_MS;
    // A batch contains spans of many traces, so that its request belongs to none.
    logger.warn(
      { event: 'traces.export_failed', why: message.slice(0, 300), trace_id: undefined },
      'spans could not be sent to the collector',
    );
  };
  const ignore = (): void => {};
  setGlobalErrorHandler((error) =>
    logError(typeof error === 'string' ? error : (error.message ?? 'for an unknown cause')),
  );
  diag.setLogger(
    { error: logError, warn: logError, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
};
