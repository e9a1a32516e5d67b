import { readJson, writePrivateJson } from './private-file';

/** The source of Kafka, chosen by tools/bootstrap. */
export type KafkaChoice =
  | { readonly kind: 'address'; readonly brokers: readonly string[] }
  | { readonly kind: 'container'; readonly image: string }
  | {
      readonly kind: 'native';
      readonly java: string;
      readonly classPath: string;
      readonly options: readonly string[];
      readonly clusterId: string;
      readonly settingsFile: string;
    };

/** The source of the database, chosen by tools/bootstrap. */
export type DatabaseChoice =
  | { readonly kind: 'address'; readonly uri: string }
  | { readonly kind: 'container'; readonly image: string }
  | { readonly kind: 'mongod'; readonly file: string }
  | { readonly kind: 'secantus'; readonly file: string };

/** Both choices. */
export interface BackendChoice {
  readonly kafka: KafkaChoice;
  readonly database: DatabaseChoice;
}

/** The choice of tools/bootstrap. Throws if the tool was started without it. */
export function readBackendChoice(text = process.env['PORCHLIGHT_BACKENDS']): BackendChoice {
  if (!text) throw new Error('Start this by npm (npm start, npm test): it prepares the backends first.');
  return JSON.parse(text) as BackendChoice;
}

/**
 * Ensures that a data folder is used with the kind of backend that wrote it: other kinds cannot read it. Throws with
 * advice if the kind has changed.
 */
export function holdToBackends(file: string, { kafka, database }: BackendChoice, brokers = 1, secureBus = false): void {
  if (secureBus && kafka.kind !== 'native')
    throw new Error('--secure-bus needs a Kafka on the local Java: set BACKENDS=native and unset KAFKA_BROKERS.');
  if (brokers > 1 && kafka.kind !== 'native')
    throw new Error('Several brokers need a local Java: set BACKENDS=native, or leave --brokers out.');
  // One embedded server per service; data folders with a shared server have another layout.
  const now = {
    kafka: `${kafka.kind}${brokers > 1 ? ` with ${brokers} brokers` : ''}${secureBus ? ' with sign-in' : ''}`,
    database: database.kind === 'secantus' ? 'secantus of each service' : database.kind,
  };
  const before = readJson<typeof now>(file);
  if (before && (before.kafka !== now.kafka || before.database !== now.database)) {
    throw new Error(
      `This data folder was written with Kafka as '${before.kafka}' and the database as '${before.database}', and now they would be ` +
        `'${now.kafka}' and '${now.database}'. Bring those back (BACKENDS=native leaves containers out), choose another folder (--data DIR), or begin anew (--fresh).`,
    );
  }
  writePrivateJson(file, now);
}
