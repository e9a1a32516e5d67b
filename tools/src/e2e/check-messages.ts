import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKafkaBus, type BusMessage } from '@porchlight/bus';
import { Change, FACTS, WEBHOOK_EVENTS } from '@porchlight/contracts';
import { createLogger, sleep, systemClock } from '@porchlight/runtime';

/** Messages of a stack compared with docs/asyncapi.json. */
export interface CheckedMessages {
  readonly count: number;
  /** One line for each message that differs; at most 20. */
  readonly problems: readonly string[];
}

const MAX_IDS = 100;
const MAX_PROBLEMS = 20;
/** Without a message for this time, ms, all are read. */
const IDLE_MS = 3_000;
const TIMEOUT_MS = 300_000;

/** Returns how a message differs from its description; empty if it does not. */
export const findDifferences = (described: ReadonlySet<string>, topic: string, message: BusMessage): string[] => {
  if (!described.has(message.type)) return [`${message.type} is not described`];
  const change = Change.decode(message.value);
  const { service, resource, verb, ids, webhookEvents, changed, accountId, eventId } = change;
  const fact = FACTS.find(({ type }) => type === message.type);
  const rules: readonly (readonly [holds: boolean, rule: string])[] = [
    [`${service}.${resource}.${verb}` === message.type, 'its type differs from service, resource and verb'],
    [topic === `porchlight.${service}.changes.v1`, `it is on the topic ${topic}`],
    [message.key === String(accountId), 'its key is not the account'],
    [message.id === eventId, 'its ce_id is not the event id'],
    [ids.length <= MAX_IDS, `it has ${ids.length} ids`],
    [webhookEvents.every((name) => (WEBHOOK_EVENTS as readonly string[]).includes(name)), 'a webhook event is unknown'],
    [!['created', 'deleted'].includes(verb) || changed.length === 0, 'it names changed fields, but is no update'],
    [!fact || webhookEvents.length === 0, 'it is a fact with webhook events'],
    [!fact || fact.data.safeParse(JSON.parse(change.dataJson || 'null')).success, 'the data of the fact is invalid'],
  ];
  return rules.filter(([holds]) => !holds).map(([, rule]) => `${message.type} (${message.id}): ${rule}`);
};

/** Reads all messages on the topics of a stack and compares them with docs/asyncapi.json. Takes at most 5 min. */
export async function checkMessages(root: string, brokers: readonly string[]): Promise<CheckedMessages> {
  const { channels, components } = JSON.parse(readFileSync(join(root, 'docs', 'asyncapi.json'), 'utf8')) as {
    channels: Record<string, { address: string | null }>;
    components: { messages: object };
  };
  const described = new Set(Object.keys(components.messages));
  const topics = Object.values(channels).flatMap(({ address }) => address ?? []);
  const problems: string[] = [];
  let count = 0;
  let lastAt = performance.now();
  const bus = createKafkaBus({
    brokers: [...brokers],
    clientId: 'porchlight.check',
    logger: createLogger({ service: 'check', level: 'silent' }),
    clock: systemClock,
  });
  try {
    await bus.subscribe({
      group: `check.${randomUUID()}`,
      topics,
      handler: async (batch, { topic }) => {
        lastAt = performance.now();
        count += batch.length;
        for (const message of batch)
          if (problems.length < MAX_PROBLEMS) problems.push(...findDifferences(described, topic, message));
      },
    });
    const endsAt = performance.now() + TIMEOUT_MS;
    while (performance.now() < endsAt && performance.now() - lastAt < IDLE_MS) await sleep(200);
  } finally {
    await bus.close();
  }
  return { count, problems };
}
