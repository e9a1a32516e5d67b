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

/** Spans wait at most so long for company, and at most so many wait: beyond that they are dropped. */
const QUEUE = { scheduledDelayMillis: 1_000, maxQueueSize: 2_048, maxExportBatchSize: 512, exportTimeoutMillis: 5_000 };
/** An answer that a collector owes, ms; below the time that a stop has. */
const EXPORT_TIMEOUT_MS = 2_000;
/** A collector that is away is told of this often, ms. */
const TELL_EVERY_MS = 60_000;

export interface ExportOptions {
  readonly service: string;
  /** Address of the collector, without /v1/traces. */
  readonly endpoint: string;
  /** By its standard name. */
  readonly sampler: string;
  /** What samplers by ratio keep, 0 to 1. */
  readonly ratio: number;
}

/**
 * Sends the spans of this process to a collector, in the background and in batches. A collector that is away costs
 * spans, nothing else.
 */
export const exportTraces = ({ service, endpoint, sampler, ratio }: ExportOptions, logger: Logger): Tracing => {
  tellOfTrouble(logger);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const named = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'porchlight',
    'service.instance.id': randomUUID(),
  });
  return createOtelTracing(
    new TracerProvider({
      resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(named),
      sampler: samplerOf(sampler, ratio),
      spanProcessors: [new BatchSpanProcessor({ exporter, ...QUEUE })],
    }),
  );
};

/** By the standard names; a sampler whose name begins with `parentbased_` keeps what the caller keeps. */
const samplerOf = (name: string, ratio: number): Sampler => {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

/** Failures come from the exporter for every batch; one a minute is told. */
const tellOfTrouble = (logger: Logger): void => {
  let quietUntil = 0;
  const tell = (message: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + TELL_EVERY_MS;
    // Batches hold spans of many traces: it belongs to none.
    logger.warn(
      { event: 'traces.export_failed', why: message.slice(0, 300), trace_id: undefined },
      'spans could not be sent to the collector',
    );
  };
  const ignore = (): void => {};
  setGlobalErrorHandler((error) => tell(typeof error === 'string' ? error : (error.message ?? 'for an unknown cause')));
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
};
