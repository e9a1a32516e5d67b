import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS } from '@porchlight/contracts';
import { OPERATOR_USER, type KafkaSecurity } from '@porchlight/bus';
import { isValidFor30Days, loadAuthority } from './certificate-authority';
import { writePrivateFile } from './private-file';

/** The user that creates topics, users and rights. */
export const ADMINISTRATOR = 'admin';
/** The only other name of its certificate; controllers accept no other. */
const BROKER_SUBJECT = 'CN=porchlight-kafka';
const PASSWORD_BYTES = 24;

/** Certificate and passwords of brokers that services sign in to. */
export interface BusSignIn {
  readonly caFile: string;
  /** Private key and certificate of the brokers, one PEM file. */
  readonly brokerFile: string;
  readonly brokerSubject: string;
  /** Passwords by user: the services, `operator` and `admin`. */
  readonly passwords: Readonly<Record<string, string>>;
}

/** Where the files are: those of a data folder or of the volume of compose. */
export interface BusSignInFiles {
  readonly caFile: string;
  readonly caKeyFile: string;
  /** One `<user>.password` each, and `broker.pem`. */
  readonly folder: string;
}

/** Creates the missing certificate and passwords; those that exist stay. */
export async function makeBusSignIn(
  { caFile, caKeyFile, folder }: BusSignInFiles,
  hosts: readonly string[] = ['localhost'],
): Promise<BusSignIn> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const brokerFile = join(folder, 'broker.pem');
  if (!isValidFor30Days(brokerFile)) {
    const authority = await loadAuthority({ caFile, caKeyFile });
    const { certificate, privateKey } = await authority.issue({
      subject: BROKER_SUBJECT,
      dnsNames: hosts,
      addresses: ['127.0.0.1'],
      isClient: true,
    });
    writePrivateFile(brokerFile, `${certificate}${privateKey}`);
  }
  const users = [...BACKENDS, OPERATOR_USER, ADMINISTRATOR];
  const passwords = users.map((user) => {
    const file = join(folder, `${user}.password`);
    if (!existsSync(file)) writePrivateFile(file, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`);
    return [user, readFileSync(file, 'utf8').trim()] as const;
  });
  return { caFile, brokerFile, brokerSubject: BROKER_SUBJECT, passwords: Object.fromEntries(passwords) };
}

/** How a user signs in. */
export const busSecurityOf = (signIn: BusSignIn, user: string): KafkaSecurity => ({
  tls: { ca: readFileSync(signIn.caFile, 'utf8') },
  sasl: { mechanism: 'scram-sha-512', username: user, password: signIn.passwords[user] ?? '' },
});

/** The same as the environment of a service. */
export const busEnvironmentOf = (signIn: BusSignIn, user: string): Readonly<Record<string, string>> => ({
  KAFKA_TLS: 'true',
  KAFKA_TLS_CA_FILE: signIn.caFile,
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: user,
  KAFKA_SASL_PASSWORD: signIn.passwords[user] ?? '',
});

/** Settings of a broker besides those without sign-in; they replace entries of the same name. */
export const secureBrokerSettings = (
  { brokerFile, caFile, brokerSubject, passwords }: BusSignIn,
  { port, controllerPort }: { readonly port: number; readonly controllerPort: number },
): Readonly<Record<string, string>> => {
  const stores = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': brokerFile,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': caFile,
  };
  const forListener = (name: string, settings: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [`listener.name.${name}.${key}`, value]));
  const login = `username="${ADMINISTRATOR}" password="${passwords[ADMINISTRATOR]}"`;
  return {
    listeners: `SECURE://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `SECURE://127.0.0.1:${port}`,
    'inter.broker.listener.name': 'SECURE',
    'listener.security.protocol.map': 'SECURE:SASL_SSL,CONTROLLER:SSL',
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:${ADMINISTRATOR};User:${brokerSubject}`,
    ...forListener('secure', {
      ...stores,
      'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
      'scram-sha-512.sasl.jaas.config': `org.apache.kafka.common.security.scram.ScramLoginModule required ${login};`,
    }),
    ...forListener('controller', { ...stores, 'ssl.client.auth': 'required' }),
  };
};
