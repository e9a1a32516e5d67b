import type * as z from 'zod';
import { systemClock, type Clock } from './clock';
import { ConfigProblem, loadConfig, type ConfigSchema } from './config';
import { createIds, type Ids } from './ids';
import { createLifecycle, type Lifecycle } from './lifecycle';
import { LOG_LEVELS, createLogger, type LogLevel, type Logger } from './logger';
import { watchEventLoop } from './event-loop-stalls';
import { createMetrics, type Metrics } from './metrics';
import { createSkewedClock } from './skewed-clock';
import { openTracing, type TracingConfig } from './tracing/open-tracing';
import type { Tracing } from './tracing/tracing';

/** Exit code for an invalid configuration (EX_CONFIG): a restart is useless. */
export const EXIT_CONFIG = 78;

/** Longest time from a signal to the exit, ms, also if a step hangs in a busy loop of promises. */
const FORCE_EXIT_AFTER_MS = 25_000;

/** Time for the spans of the last requests to reach the collector, ms. */
const LAST_SPANS_MS = 2_000;

/** The dependencies that a process provides to its service. */
export interface ServiceContext<C> {
  readonly config: C;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Metrics;
  /** Undefined if tracing is disabled. */
  readonly tracing: Tracing | undefined;
}

/**
 * Runs a service as the main function of its process. SIGTERM and SIGINT stop it gracefully, a second signal at once.
 * An uncaught error or a failed start is logged and exits with 1; an invalid configuration exits with 78.
 */
export const runService = async <S extends ConfigSchema>(
  name: string,
  start: (context: ServiceContext<z.output<S>>) => Promise<void>,
  schema: S,
): Promise<void> => {
  let tracing: Tracing | undefined;
  const logger = createLogger({
    service: name,
    level: levelFromEnvironment(),
    traceId: () => tracing?.current()?.traceId,
  });
  const lifecycle = createLifecycle({ logger });
  // The logger writes waiting lines at the exit.
  const end = (code: number): never => process.exit(code);

  const stop = (cause: string, code: number): void => {
    if (lifecycle.stopping) {
      logger.warn({ event: 'service.forced', cause }, 'asked to stop again: ending at once');
      end(code || 1);
    }
    logger.info({ event: 'service.stopping', cause }, 'stopping');
    setTimeout(() => end(1), FORCE_EXIT_AFTER_MS).unref();
    void lifecycle.stop().then(() => {
      logger.info({ event: 'service.stopped', cause }, 'stopped');
      end(code);
    });
  };
  const die = (event: string) => (error: unknown) => {
    logger.fatal({ event, err: error }, 'an uncaught error');
    // The state is undefined: no shutdown step may run. Interrupted work is recovered after the restart.
    end(1);
  };

  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('uncaughtException', die('service.uncaught_exception'));
  process.on('unhandledRejection', die('service.unhandled_rejection'));

  try {
    const config = loadConfig(schema);
    const clock = clockFromEnvironment(name);
    tracing = await openTracing(name, config as TracingConfig, logger);
    // Added first, so it runs last: stopping other parts may end spans.
    if (tracing) lifecycle.onStop('tracing', () => tracing!.stop(), { timeoutMs: LAST_SPANS_MS });
    const metrics = createMetrics({ service: name });
    watchEventLoop(metrics);
    await start({
      config,
      logger,
      lifecycle,
      clock,
      ids: createIds({ clock }),
      metrics,
      tracing,
    });
    if (!lifecycle.stopping) logger.info({ event: 'service.started', node: process.version }, 'started');
  } catch (error) {
    if (lifecycle.stopping) return;
    if (error instanceof ConfigProblem) {
      logger.fatal({ event: 'service.configuration_wrong', problems: error.problems }, error.message);
      return end(EXIT_CONFIG);
    }
    logger.fatal({ event: 'service.start_failed', err: error }, 'the service could not start');
    stop('start failed', 1);
  }
};

/** The logger must exist before the configuration is read, to log its problems. */
const levelFromEnvironment = (): LogLevel => {
  const level = process.env['LOG_LEVEL'] as LogLevel | undefined;
  return level !== undefined && LOG_LEVELS.includes(level) ? level : 'info';
};

/** Correct, unless a test sets a file of offsets for this service. */
const clockFromEnvironment = (service: string): Clock => {
  const file = process.env['CLOCK_OFFSETS_FILE'];
  return file ? createSkewedClock(file, service) : systemClock;
};
