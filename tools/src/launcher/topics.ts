import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKafkaBus, type TopicPlan } from '@porchlight/bus';
import { createLogger, systemClock } from '@porchlight/runtime';
import { parse } from 'yaml';

/** Creates the missing topics of deploy/kafka/topics.yaml and waits until they can be used. */
export async function ensureTopics(root: string, brokers: readonly string[]): Promise<void> {
  const declared = parse(readFileSync(join(root, 'deploy', 'kafka', 'topics.yaml'), 'utf8')) as { topics: TopicPlan[] };
  const logger = createLogger({ service: 'launcher', level: 'silent' });
  const bus = createKafkaBus({ brokers: [...brokers], clientId: 'porchlight.launcher', logger, clock: systemClock });
  try {
    await bus.ensureTopics(declared.topics);
  } finally {
    await bus.close();
  }
}
