import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createCertificates, type Certificates } from '@porchlight/testkit/src/create-certificates';
import { startKafka, type TestKafka } from '@porchlight/testkit/src/kafka';
import { formatDeadLetterTopic, formatTopic } from '../topic-names';
import { deriveAccess, grantAccess } from './kafka-access';
import { createKafkaBus } from './kafka-bus';

const text = readFileSync(join(__dirname, '..', '..', '..', '..', 'deploy', 'kafka', 'topics.yaml'), 'utf8');
const names = [...text.matchAll(/name: ([^,]+),/g)].map(([, name = '']) => name);
const topics = names.filter((name) => !name.includes('.dead.'));
const deadLetters = names.filter((name) => name.includes('.dead.'));
const services = topics.map((topic) => topic.split('.')[1] ?? '');

describe('N4 rights of services at the brokers', () => {
  let kafka: TestKafka;
  let ownCertificates: Certificates;
  const users = Object.fromEntries([...services, 'operator'].map((name) => [name, `password-of-${name}`]));
  const { logger } = captureLogger();
  beforeAll(async () => {
    ownCertificates = await createCertificates();
    kafka = await startKafka({ secure: { certificates: ownCertificates, users } });
    const administrator = { brokers: kafka.brokers, logger, clock: systemClock };
    const bus = createKafkaBus({ ...administrator, clientId: 'administrator' });
    await bus.ensureTopics(names.map((name) => ({ name, partitions: 1 })));
    await bus.close();
    await grantAccess(administrator, deriveAccess(topics, deadLetters));
  });
  afterAll(() => kafka?.stop());

  const busOf = (username: string, password = users[username] ?? '') =>
    createKafkaBus({
      brokers: [kafka.secureBroker!],
      clientId: username,
      security: { tls: { ca: ownCertificates.ca }, sasl: { mechanism: 'scram-sha-512', username, password } },
      logger: captureLogger().logger,
      clock: systemClock,
    });
  const message = (type: string) => ({ key: '1', id: type, type, time: new Date(0), value: Buffer.from('x') });

  /** Writes a topic of a user, then returns which of the other topics the user can write too. */
  const listForeignWritable = async (
    username: string,
    ownTopic: string,
    others: readonly string[],
  ): Promise<string[]> => {
    const bus = busOf(username);
    // Connecting takes long on a slow machine; a write that is refused is repeated until its time is over.
    await bus.publish(ownTopic, [message('a.b.c')], { timeoutMs: 60_000 });
    const results = await Promise.all(
      others.map((topic) =>
        bus.publish(topic, [message('a.b.c')], { timeoutMs: 5_000 }).then(
          () => [topic],
          () => [],
        ),
      ),
    );
    await bus.close();
    return results.flat();
  };

  it.each(services)('given the credentials of %s, then it writes its own topic and no other', async (service) => {
    const ownTopic = formatTopic(service);
    const others = topics.filter((topic) => topic !== ownTopic);
    expect(others).toHaveLength(topics.length - 1);
    expect(await listForeignWritable(service, ownTopic, others)).toEqual([]);
  });

  it('given the credentials of deals, then it writes its own dead letters and those of no other service', async () => {
    const ownTopic = formatDeadLetterTopic(formatTopic('people'), 'deals.copies');
    const foreign = formatDeadLetterTopic(formatTopic('people'), 'marketing.copies');
    expect(await listForeignWritable('deals', ownTopic, [foreign])).toEqual([]);
  });

  it('given the credentials of deals, then it reads people in its own group, and neither the topic of marketing nor in a foreign group', async () => {
    const people = busOf('people');
    const marketing = busOf('marketing');
    await people.publish(formatTopic('people'), [message('people.people.created')]);
    await marketing.publish(formatTopic('marketing'), [message('marketing.emEvents.created')]);
    const received: string[] = [];
    const deals = busOf('deals');
    const consume = (group: string, service: string) =>
      deals.subscribe({
        group,
        topics: [formatTopic(service)],
        handler: async (batch) => void received.push(...batch.map(({ type }) => `${group} ${type}`)),
      });
    void consume('deals.copies', 'people');
    await eventually(() => expect(received).toContain('deals.copies people.people.created'));
    void consume('deals.accounts', 'marketing').catch(() => undefined);
    void consume('people.copies', 'people').catch(() => undefined);
    await expect(
      eventually(() => expect(received.filter((line) => !line.startsWith('deals.copies'))).not.toEqual([]), {
        timeoutMs: 3_000,
      }),
    ).rejects.toThrow();
    await Promise.all([people.close(), marketing.close(), deals.close()]);
  });

  it('given the right user with another password, then nothing is written', async () => {
    const bus = busOf('people', 'guess');
    await expect(bus.publish(formatTopic('people'), [message('a.b.c')], { timeoutMs: 3_000 })).rejects.toThrow();
    await bus.close();
  });
});
