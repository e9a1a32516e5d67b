import { systemClock } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createCertificates, type Certificates } from '@porchlight/testkit/src/create-certificates';
import { startKafka, type TestKafka } from '@porchlight/testkit/src/kafka';
import { createKafkaBus } from './kafka-bus';
import { parseKafkaSecurity, type KafkaSecurity } from './kafka-security';

const [username, password] = ['porchlight', 'correct-horse'];
const plain = (word: string) =>
  ({ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: word }) as const;

describe('brokers that ask for TLS, a certificate and a password', () => {
  let kafka: TestKafka;
  let ownCertificates: Certificates;
  beforeAll(async () => {
    ownCertificates = await createCertificates();
    kafka = await startKafka({ secure: { certificates: ownCertificates, username, password } });
  });
  afterAll(() => kafka?.stop());

  const bus = (security: KafkaSecurity | undefined, { logger } = captureLogger()) =>
    createKafkaBus({ brokers: [kafka.secureBroker!], clientId: 'secure', security, logger, clock: systemClock });
  const message = () => ({ key: 'k', id: 'i', type: 't', time: new Date(0), value: Buffer.from('words'), headers: {} });
  const trusted = () => ({
    KAFKA_TLS: true,
    KAFKA_TLS_CA_FILE: ownCertificates.ca,
    KAFKA_TLS_CERT_FILE: ownCertificates.cert,
    KAFKA_TLS_KEY_FILE: ownCertificates.key,
  });

  it('exchange messages', async () => {
    const { publish, subscribe, ensureTopics, close } = bus(parseKafkaSecurity({ ...trusted(), ...plain(password) }));
    const problems: string[] = [];
    try {
      await ensureTopics([{ name: 'porchlight.secure.changes.v1', partitions: 1 }]);
      await subscribe({
        topics: ['porchlight.secure.changes.v1'],
        group: 'secure.all',
        handler: async (batch) => void problems.push(...batch.map(({ value }) => Buffer.from(value).toString())),
      });
      await publish('porchlight.secure.changes.v1', [message()], { timeoutMs: 20_000 });
      await eventually(() => expect(problems).toEqual(['words']));
    } finally {
      await close();
    }
  });

  it.each([
    [
      'another authority',
      async () => ({ ...trusted(), KAFKA_TLS_CA_FILE: (await createCertificates()).ca, ...plain(password) }),
      /certificate/,
    ],
    [
      'no certificate of ours',
      async () => ({ KAFKA_TLS: true, KAFKA_TLS_CA_FILE: ownCertificates.ca, ...plain(password) }),
      /certificate/,
    ],
    ['a wrong password', async () => ({ ...trusted(), ...plain('wrong') }), /Authentication failed/],
  ])('are not connected to with %s, and the log states the reason', async (_what, config, why) => {
    const captured = captureLogger();
    const { publish, close } = bus(parseKafkaSecurity(await config()), captured);
    await expect(publish('porchlight.secure.changes.v1', [message()], { timeoutMs: 2_000 })).rejects.toMatchObject({
      reason: 'DEADLINE',
    });
    await close();
    expect(captured.text()).toMatch(why);
    expect(captured.text()).not.toContain(password);
  });
});

it('incomplete settings stop the start with a message', () => {
  expect(parseKafkaSecurity({})).toBeUndefined();
  expect(parseKafkaSecurity({ KAFKA_TLS: true })).toEqual({ tls: { ca: undefined, cert: undefined, key: undefined } });
  expect(() => parseKafkaSecurity({ KAFKA_TLS_CA_FILE: 'pem' })).toThrow('KAFKA_TLS is not');
  expect(() => parseKafkaSecurity({ KAFKA_TLS: true, KAFKA_TLS_CERT_FILE: 'pem' })).toThrow('belong together');
  expect(() => parseKafkaSecurity({ KAFKA_TLS: true, KAFKA_SASL_MECHANISM: 'plain' })).toThrow('belong together');
  const { KAFKA_SASL_PASSWORD: _password, ...unnamed } = plain(password);
  expect(parseKafkaSecurity({ KAFKA_TLS: true, ...unnamed, KAFKA_SASL_PASSWORD_FILE: `${password}\n` })?.sasl).toEqual({
    mechanism: 'plain',
    username,
    password,
  });
  expect(() => parseKafkaSecurity(plain(password))).toThrow('would send the password readable');
});
