import { createRecords, json, scaled, type Attack } from '../attack';
import { uniqueWord } from '../mutations';

/** Dead destinations that one account registers, spread over these events. */
const DEAD_WEBHOOKS = 1_000;
const EVENTS = [
  'peopleCreated',
  'eventsCreated',
  'peopleUpdated',
  'peopleTagsCreated',
  'peopleStageUpdated',
  'notesCreated',
  'tasksCreated',
  'callsCreated',
  'textMessagesCreated',
  'dealsCreated',
];
/** Nothing listens on these ports; a different port is a different destination. */
const FIRST_DEAD_PORT = 1;
const DEAD_PORTS = 900;

const lead = (email: string) =>
  ({
    method: 'POST',
    path: '/v1/events',
    ...json({ type: 'Registration', person: { emails: [{ value: email }] } }),
  }) as const;

/** Destinations that fail or are slow: they may delay their own account only. */
export const WEBHOOK_ATTACKS: readonly Attack[] = [
  {
    name: '1,000 webhooks to dead destinations',
    short: true,
    prepare: (send, world) =>
      createRecords(send, world, 'deadWebhooks', scaled(world, DEAD_WEBHOOKS), (nth) => ({
        method: 'POST',
        path: '/v1/webhooks',
        ...json({
          event: EVENTS[nth % EVENTS.length],
          url: `https://localhost:${FIRST_DEAD_PORT + (nth % DEAD_PORTS)}/${world.run}/${nth}`,
        }),
      })),
    next: (random, { run }) => lead(`dead.${uniqueWord(random)}.${run}@example.com`),
  },
  {
    name: 'a receiver that responds after 2 s',
    prepare: (send, world) =>
      createRecords(send, world, 'slowWebhooks', 2, (nth) => ({
        method: 'POST',
        path: '/v1/webhooks',
        ...json({ event: EVENTS[nth], url: `${world.slowReceiver}/${world.run}/${nth}` }),
      })),
    next: (random, { run }) => lead(`slow.${uniqueWord(random)}.${run}@example.com`),
  },
];
