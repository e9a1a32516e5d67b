import type net from 'node:net';
import './idle-timer-patch';
import { Kafka, logLevel, type logCreator } from 'kafkajs';
import type { Clock, Logger } from '@porchlight/runtime';
import { connectTo, kafkajsSecurity, type KafkaSecurity } from './kafka-security';

export interface KafkaClientOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Default: plain text without authentication. */
  readonly security?: KafkaSecurity | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** A kafkajs client that can be stopped completely. */
export type KafkaClient = ReturnType<typeof openKafkaClient>;

const KEEP_ALIVE_MS = 60_000;
const QUIET_MS = 5_000;
const REMEMBERED_LINES = 100;

/**
 * kafkajs logs every failed attempt as an error, dozens a second in an outage: one warning per text and 5 s is enough.
 */
const createLogBridge = (logger: Logger, clock: Clock, isRetired: () => boolean): logCreator => {
  const lastShown = new Map<string, number>();
  return () =>
    ({ namespace, level, log }) => {
      if (level > logLevel.WARN || isRetired()) return;
      const { message, stack: _stack, timestamp: _timestamp, logger: _name, ...fields } = log;
      const line = `${namespace}: ${message}`;
      const now = clock.now();
      if (now - (lastShown.get(line) ?? -Infinity) < QUIET_MS) return;
      if (lastShown.size >= REMEMBERED_LINES) lastShown.clear();
      lastShown.set(line, now);
      logger.warn({ event: 'kafka.complained', ...fields, kafka: line });
    };
};

/** A client with the settings that passed every kill, stop and churn test: it retries until it is retired. */
export const openKafkaClient = ({ brokers, clientId, security, logger, clock }: KafkaClientOptions) => {
  const sockets = new Set<net.Socket>();
  let retired = false;
  const kafka = new Kafka({
    clientId,
    ...(security && kafkajsSecurity(security)),
    brokers: () => (retired ? [] : [...brokers]),
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: Number.MAX_SAFE_INTEGER },
    logLevel: logLevel.WARN,
    logCreator: createLogBridge(logger, clock, () => retired),
    socketFactory: (broker) => {
      if (retired) throw new Error('This client is retired.');
      const socket = connectTo(broker);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  });
  return {
    kafka,
    /**
     * Stops the client completely. kafkajs cannot: with retries that outlive an outage, a producer or consumer that is
     * disconnected during one reconnects forever. So its sockets are destroyed, it gets no new ones, and its list of
     * brokers becomes empty, the only case in which it stops.
     */
    retire(): void {
      retired = true;
      for (const socket of sockets) socket.destroy(new Error('This client is retired.'));
    },
  };
};
