import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKafkaBus, readKafkaSecurity, type Bus, type TopicPlan } from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';
import { parse } from 'yaml';

/** Creates the missing topics of deploy/kafka/topics.yaml and waits until they can be used. */
export async function ensureTopics(root: string, brokers: readonly string[]): Promise<void> {
  const declared = parse(readFileSync(join(root, 'deploy', 'kafka', 'topics.yaml'), 'utf8')) as {
    topics: TopicPlan[];
    deadLetters: TopicPlan[];
  };
  const bus = openBus(brokers);
  try {
    await bus.ensureTopics([...declared.topics, ...declared.deadLetters]);
  } finally {
    await bus.close();
  }
}

/** True if a broker responds within two seconds. */
export async function answersKafka(brokers: readonly string[]): Promise<boolean> {
  const bus = openBus(brokers);
  try {
    return await bus.ready();
  } finally {
    await bus.close();
  }
}

function openBus(brokers: readonly string[]): Bus {
  const logger = createLogger({ service: 'launcher', level: 'silent' });
  return createKafkaBus({
    brokers: [...brokers],
    security: readKafkaSecurity(),
    clientId: 'porchlight.launcher',
    logger,
    clock: systemClock,
  });
}
