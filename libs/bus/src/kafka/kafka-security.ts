import net from 'node:net';
import tls from 'node:tls';
import type { KafkaConfig, SASLOptions } from 'kafkajs';
import { flag, loadConfig, textFile } from '@porchlight/runtime';
import * as z from 'zod';

/** Security of connections to external brokers: certificates are PEM. */
export interface KafkaSecurity {
  /** TLS with the system's authorities or `ca`; a client certificate if the brokers require one. */
  readonly tls?: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
}

/** Configuration fields. Read at start: a renewed certificate or another password needs a restart. */
export const kafkaSecurityFields = {
  KAFKA_TLS: flag().optional().describe('Connections to Kafka are TLS.'),
  KAFKA_TLS_CA_FILE: textFile()
    .optional()
    .describe("Authority of the brokers' certificates, PEM; those of the system unless set."),
  KAFKA_TLS_CERT_FILE: textFile().optional().describe('Certificate chain shown to the brokers, PEM.'),
  KAFKA_TLS_KEY_FILE: textFile().optional().describe('Private key of that certificate, PEM.'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('How one signs in at Kafka: plain, scram-sha-256 or scram-sha-512; not at all unless set.'),
  KAFKA_SASL_USERNAME: z.string().min(1).optional().describe('User at Kafka.'),
  KAFKA_SASL_PASSWORD: z.string().min(1).optional().describe('Password of that user.'),
  KAFKA_SASL_PASSWORD_FILE: textFile().optional().describe('File with the password, instead of KAFKA_SASL_PASSWORD.'),
};

/** The part of a configuration with `kafkaSecurityFields`. */
export type KafkaSecurityConfig = {
  readonly [Name in keyof typeof kafkaSecurityFields]?: z.output<(typeof kafkaSecurityFields)[Name]>;
};

const belongTogether = (what: string, ...values: readonly unknown[]): void => {
  if (values.some((value) => value !== undefined) && values.includes(undefined))
    throw new Error(`${what} belong together: set all or none.`);
};

/**
 * Security from the configuration; undefined if none is configured. Throws if parts are missing, to prevent plain text
 * by mistake.
 */
export const parseKafkaSecurity = (config: KafkaSecurityConfig): KafkaSecurity | undefined => {
  const {
    KAFKA_TLS: usesTls = false,
    KAFKA_TLS_CA_FILE: ca,
    KAFKA_TLS_CERT_FILE: cert,
    KAFKA_TLS_KEY_FILE: key,
  } = config;
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username } = config;
  const { KAFKA_SASL_PASSWORD: password = config.KAFKA_SASL_PASSWORD_FILE?.trim() } = config;
  belongTogether('KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE', cert, key);
  belongTogether(
    'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD (or its file)',
    mechanism,
    username,
    password,
  );
  if (!usesTls && (ca !== undefined || cert !== undefined))
    throw new Error('Certificates for Kafka are set and KAFKA_TLS is not: set it to true.');
  if (!usesTls && mechanism === 'plain')
    throw new Error('KAFKA_SASL_MECHANISM plain would send the password readable: set KAFKA_TLS to true.');
  if (!usesTls && !mechanism) return undefined;
  return {
    ...(usesTls && { tls: { ca, cert, key } }),
    ...(mechanism && username && password && { sasl: { mechanism, username, password } }),
  };
};

/** The same from the environment, for tools without a configuration schema. */
export const readKafkaSecurity = (): KafkaSecurity | undefined =>
  parseKafkaSecurity(loadConfig(z.object(kafkaSecurityFields)));

/** Converts to the settings of kafkajs; `connectTo` creates the sockets. */
export const kafkajsSecurity = ({ tls: ssl, sasl }: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> => ({
  ...(ssl && { ssl: { ...ssl } as tls.ConnectionOptions }),
  ...(sasl && { sasl: sasl as SASLOptions }),
});

/** Opens a socket to a broker, with TLS if `ssl` is set; calls `onConnect` when it is ready. */
export const connectTo = ({
  host,
  port,
  ssl,
  onConnect,
}: {
  host: string;
  port: number;
  ssl: tls.ConnectionOptions;
  onConnect: () => void;
}): net.Socket => {
  const socket = ssl
    ? tls.connect({ ...ssl, host, port, ...(net.isIP(host) === 0 && { servername: host }) }, onConnect)
    : net.connect({ host, port }, onConnect);
  return socket.setNoDelay(true);
};
