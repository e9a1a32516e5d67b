export { createByteBudget } from './byte-budget';
export type { ByteBudget, ByteBudgetOptions, ByteLease } from './byte-budget';
export { createFairQueue } from './fair-queue';
export type { FairQueue, FairQueueOptions, FairWork } from './fair-queue';
export { createFileReload, followConfiguredFile } from './file-reload';
export type { FileReload, FileReloadOptions } from './file-reload';
export { certificateFilesFrom, createCertificateReload } from './certificate-reload';
export type {
  CertificateFiles,
  CertificatePair,
  CertificateReload,
  CertificateReloadOptions,
} from './certificate-reload';
export { createManualClock, isFresh, startStopwatch, systemClock } from './clock';
export type { Clock, ManualClock } from './clock';
export { createIds } from './ids';
export type { Ids, IdsOptions } from './ids';
export { ConfigProblem, loadConfig } from './config';
export type { ConfigSchema, Environment } from './config';
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
export { describeConfig, renderConfigTable } from './config-description';
export type { ConfigEntry } from './config-description';
export { canonicalLine, createLogger } from './logger';
export type { CanonicalFields, Logger, LoggerOptions, LogLevel } from './logger';
export { createMetrics } from './metrics';
export type { Counter, Gauge, Histogram, Metrics, Registry } from './metrics';
export { createSupervisor } from './supervisor';
export type { Supervisor, SupervisorHealth, SupervisorOptions, Worker, WorkerHealth } from './supervisor';
export type { Lifecycle } from './lifecycle';
export { startOperations } from './operations';
export type { Operations, OperationsOptions, ReadyReport } from './operations';
export { createKeyedMutex } from './keyed-mutex';
export type { KeyedMutex } from './keyed-mutex';
export { createCachedGauge } from './cached-gauge';
export { createPollLoop } from './poll-loop';
export type { PollLoop, PollLoopOptions } from './poll-loop';
export { mapBounded, sleep, withDeadline } from './deadlines';
export type { Work } from './deadlines';
export { EXIT_CONFIG, runService } from './run-service';
export type { ServiceContext } from './run-service';
export { openTracing } from './tracing/open-tracing';
export type { TracingConfig } from './tracing/open-tracing';
export type { Span, SpanAttributes, SpanEnd, SpanKind, SpanStart, Tracing } from './tracing/tracing';
export { createWakeSignal } from './wake-signal';
export type { WakeSignal } from './wake-signal';
