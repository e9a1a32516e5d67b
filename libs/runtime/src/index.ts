export { createBatcher, FailedItem, type Batcher, type BatcherOptions, type EndedBatch } from './batcher';
export { createByteBudget, type ByteBudget, type ByteLease } from './byte-budget';
export { createFairQueue, type FairQueue } from './fair-queue';
export { followConfiguredFile, type FileReload } from './file-reload';
export { certificateFilesFrom, createCertificateReload } from './certificate-reload';
export type { CertificateFiles, CertificatePair, CertificateReload } from './certificate-reload';
export { createManualClock, isFresh, startStopwatch, systemClock, type Clock, type ManualClock } from './clock';
export { hashText } from './hash-text';
export { createIds, type Ids } from './ids';
export { ConfigProblem, loadConfig, type ConfigSchema } from './config';
export {
  address,
  addressList,
  base64File,
  durationMs,
  flag,
  integer,
  limitField,
  list,
  mongodbUri,
  port,
  readAddress,
  serviceFields,
  textFile,
  url,
} from './config-fields';
export { describeConfig, renderConfigTable, type ConfigEntry } from './config-description';
export { canonicalLine, createLogger, LOG_LEVELS, type Logger, type LogLevel } from './logger';
export { watchEventLoop } from './event-loop-stalls';
export { createMetrics } from './metrics';
export type { Counter, Histogram, Metrics } from './metrics';
export { createSupervisor, type Worker } from './supervisor';
export { startOperations, type ReadyReport } from './operations-server';
export { createKeyedMutex, type KeyedMutex } from './keyed-mutex';
export { createCachedGauge } from './cached-gauge';
export { createPollLoop, type PollLoop } from './poll-loop';
export { mapBounded, sleep, withDeadline } from './deadlines';
export { EXIT_CONFIG, runService, type ServiceContext } from './run-service';
export { openTracing, type TracingConfig } from './tracing/open-tracing';
export type { Span, SpanStart, Tracing } from './tracing/tracing';
export { takeTurns } from './take-turns';
export { DAY_MS, HOUR_MS, MINUTE_MS } from '@porchlight/limits';
export { createWakeSignal, type WakeSignal } from './wake-signal';
