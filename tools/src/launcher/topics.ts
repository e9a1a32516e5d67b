import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createKafkaBus,
  deriveAccess,
  grantAccess,
  readKafkaSecurity,
  type Bus,
  type KafkaSecurity,
  type TopicPlan,
} from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';
import { parse } from 'yaml';

interface DeclaredTopics {
  readonly topics: readonly TopicPlan[];
  readonly deadLetters: readonly TopicPlan[];
}

const readDeclaredTopics = (root: string): DeclaredTopics =>
  parse(readFileSync(join(root, 'deploy', 'kafka', 'topics.yaml'), 'utf8')) as DeclaredTopics;

const createSilentLogger = () => createLogger({ service: 'launcher', level: 'silent' });

/** Grants each service its rights (N4). */
export async function grantServices(root: string, brokers: readonly string[], security: KafkaSecurity): Promise<void> {
  const { topics, deadLetters } = readDeclaredTopics(root);
  const entries = deriveAccess(
    topics.map(({ name }) => name),
    deadLetters.map(({ name }) => name),
  );
  await grantAccess({ brokers: [...brokers], security, logger: createSilentLogger(), clock: systemClock }, entries);
}

/** Creates the missing topics of deploy/kafka/topics.yaml and waits until they can be used. */
export async function ensureTopics(
  root: string,
  brokers: readonly string[],
  security = readKafkaSecurity(),
): Promise<void> {
  const declared = readDeclaredTopics(root);
  const bus = openBus(brokers, security);
  try {
    await bus.ensureTopics([...declared.topics, ...declared.deadLetters]);
  } finally {
    await bus.close();
  }
}

/** True if a broker responds within two seconds. */
export async function answersKafka(brokers: readonly string[]): Promise<boolean> {
  const bus = openBus(brokers, readKafkaSecurity());
  try {
    return await bus.ready();
  } finally {
    await bus.close();
  }
}

function openBus(brokers: readonly string[], security: KafkaSecurity | undefined): Bus {
  return createKafkaBus({
    brokers: [...brokers],
    security,
    clientId: 'porchlight.launcher',
    logger: createSilentLogger(),
    clock: systemClock,
  });
}
