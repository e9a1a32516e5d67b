import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATOR, makeBusSignIn, type BusSignIn } from '@porchlight/tools/src/launcher/bus-sign-in';
import { dataFolderAt } from '@porchlight/tools/src/launcher/data-folder';
import { parse } from 'yaml';
import type { ClusterLayout } from './cluster-layout';
import { describeSecret, type Kubectl, type Manifest } from './kubectl';
import { NAMESPACE, RELEASE } from './release';

export const KAFKA_NAMESPACE = 'kafka';
/** Secret with the certificate of the brokers and the passwords, for their pod. */
export const KAFKA_SECRET = 'kafka-sign-in';
/** Where the pod has it: the folder of compose's volume. */
export const KAFKA_SECRET_PATH = '/run/porchlight';
const HOST = `kafka.${KAFKA_NAMESPACE}.svc`;
const USERS_MS = 180_000;

/** Kafka's settings are those of compose with sign-in, except addresses and the administrator of the chart's job. */
export function readKafkaSettings(root: string): Readonly<Record<string, string>> {
  const settings = ['docker-compose.yml', 'deploy/docker/secure-bus.yml'].flatMap((file) => {
    const compose = parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as {
      services: { kafka: { environment: Record<string, string | number> } };
    };
    return Object.entries(compose.services.kafka.environment);
  });
  return {
    ...Object.fromEntries(settings.map(([name, value]) => [name, String(value)])),
    KAFKA_ADVERTISED_LISTENERS: `SECURE://${HOST}:9092,ADMIN://localhost:9095`,
    KAFKA_SUPER_USERS: `User:ANONYMOUS;User:${ADMINISTRATOR}`,
  };
}

/** Creates the missing certificate and passwords of Kafka, in the folder of the keys. */
export const createKafkaSignIn = (layout: ClusterLayout): Promise<BusSignIn> => {
  const { bus } = dataFolderAt(join(layout.path, 'keys'));
  return makeBusSignIn({ ...bus, folder: join(layout.path, 'keys', 'cluster-bus') }, [HOST, 'localhost']);
};

/** Properties with which Kafka's tools sign in as the administrator. */
const formatClientProperties = (authority: string, password: string): string =>
  [
    'security.protocol=SASL_SSL',
    'sasl.mechanism=SCRAM-SHA-512',
    `sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="${ADMINISTRATOR}" password="${password}";`,
    'ssl.truststore.type=PEM',
    // A backslash continues the line.
    `ssl.truststore.certificates=${authority.trim().replaceAll('\n', ' \\\n')}`,
    '',
  ].join('\n');

/** The secrets of Kafka's pod and of the chart (docs/runbooks/kafka-credentials.md). */
export const describeKafkaSecrets = ({ caFile, brokerFile, passwords }: BusSignIn): Manifest[] => {
  const authority = readFileSync(caFile, 'utf8');
  const files = Object.entries(passwords).map(([user, password]) => [`${user}.password`, password]);
  return [
    describeSecret(KAFKA_NAMESPACE, KAFKA_SECRET, {
      'ca.crt': authority,
      'broker.pem': readFileSync(brokerFile, 'utf8'),
      ...Object.fromEntries(files),
    }),
    describeSecret(NAMESPACE, 'porchlight-kafka-ca', { 'ca.crt': authority }),
    describeSecret(NAMESPACE, 'porchlight-kafka-client', {
      'client.properties': formatClientProperties(authority, passwords[ADMINISTRATOR] ?? ''),
    }),
    ...Object.entries(passwords).map(([user, password]) =>
      describeSecret(NAMESPACE, `porchlight-kafka-${user}`, { password }),
    ),
  ];
};

/** Creates the users of Kafka with their passwords. The chart's job creates the topics and grants the rights. */
export async function createKafkaUsers(kubectl: Kubectl, { passwords }: BusSignIn): Promise<void> {
  const commands = Object.keys(passwords).map((user) => {
    const name = user === ADMINISTRATOR ? user : `${RELEASE}-${user}`;
    const password = `$(<${KAFKA_SECRET_PATH}/bus/${user}.password)`;
    return `/opt/kafka/bin/kafka-configs.sh --bootstrap-server localhost:9095 --alter --entity-type users --entity-name ${name} --add-config "SCRAM-SHA-512=[password=${password}]"`;
  });
  const script = commands.join(' && ');
  await kubectl.run(['-n', KAFKA_NAMESPACE, 'exec', 'kafka-0', '--', 'bash', '-euc', script], { timeoutMs: USERS_MS });
}
