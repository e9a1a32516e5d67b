import type { Random } from '../../chaos/random';
import { createRecords, json, pickRecord, scaled, type Attack } from '../attack';
import { nearLimit, strangeText, uniqueWord } from '../mutations';

const TAGS = 500;
const TAG_CHARACTERS = 255;
const TEXT_CHARACTERS = 120_000;
const CONTACTS = 50;

const longTags = (random: Random): string[] =>
  Array.from({ length: nearLimit(random, TAGS) }, () => uniqueWord(random) + 'x'.repeat(TAG_CHARACTERS - 12));

/** Writes whose changes may be too large for the bus: one of them must not hold up the changes of other accounts. */
export const OUTBOX_ATTACKS: readonly Attack[] = [
  {
    name: 'merge of long tags',
    short: true,
    next: (random, world) => ({
      method: 'PUT',
      path: `/v1/people/${pickRecord(world, random, 'people')}?mergeTags=true`,
      ...json({ tags: longTags(random) }),
    }),
  },
  {
    name: 'long custom text',
    prepare: (send, world) =>
      createRecords(
        send,
        world,
        'customFields',
        scaled(world, 20),
        (nth) => ({
          method: 'POST',
          path: '/v1/customFields',
          ...json({ label: `Text ${world.run} ${nth}`, type: 'text' }),
        }),
        'name',
      ),
    next: (random, world) => {
      const names = world.records.get('customFields') ?? ['customText'];
      const fields = names.map((name) => [
        name,
        strangeText(random, nearLimit(random, TEXT_CHARACTERS / names.length)),
      ]);
      const path = `/v1/people/${pickRecord(world, random, 'people')}?fields=allCustom`;
      return { method: 'PUT', path, ...json(Object.fromEntries(fields)) };
    },
  },
  {
    name: 'pipelines with long stages',
    next: (random, { run }) => ({
      method: 'POST',
      path: '/v1/pipelines',
      ...json({
        name: `${run} ${uniqueWord(random)}`,
        stages: Array.from({ length: nearLimit(random, 100) }, (_, nth) => ({
          name: `${nth} ${strangeText(random, 100)}`,
        })),
      }),
    }),
  },
  {
    name: 'plans with many steps',
    next: (random, { run }) => ({
      method: 'POST',
      path: '/v1/actionPlans',
      ...json({
        name: `${run} ${uniqueWord(random)}`,
        steps: Array.from({ length: nearLimit(random, 100) }, () => ({
          type: 'createTask',
          task: { name: 'x'.repeat(250), type: 'Call' },
          delay: { value: 1, unit: 'days' },
        })),
      }),
    }),
  },
  {
    name: 'deals of contact-rich people',
    short: true,
    prepare: (send, world) =>
      createRecords(send, world, 'richPeople', scaled(world, 100), (nth) => ({
        method: 'POST',
        path: '/v1/people',
        ...json({
          firstName: 'x'.repeat(200),
          lastName: `Rich ${nth}`,
          emails: Array.from({ length: CONTACTS }, (_, at) => ({
            value: `rich.${nth}.${at}.${world.run}.${'x'.repeat(30)}@example.com`,
          })),
        }),
      })),
    next: (random, world) => ({
      method: 'POST',
      path: '/v1/deals',
      ...json({
        name: strangeText(random, 200),
        stageId: 1,
        peopleIds: (world.records.get('richPeople') ?? ['1']).map(Number),
      }),
    }),
  },
  {
    name: 'notes of a megabyte',
    next: (random, world) => ({
      method: 'POST',
      path: '/v1/notes',
      ...json({
        personId: Number(pickRecord(world, random, 'people')),
        subject: strangeText(random, 200),
        body: strangeText(random, nearLimit(random, 250_000)),
      }),
    }),
  },
  {
    name: 'counters keyed by free text',
    short: true,
    next: (random, { run }) => ({
      method: 'POST',
      path: '/v1/events',
      ...json({
        type: 'Registration',
        source: `${uniqueWord(random)} ${'s'.repeat(200)}`,
        person: {
          emails: [{ value: `counter.${uniqueWord(random)}.${run}@example.com` }],
          tags: longTags(random).slice(0, 100),
        },
      }),
    }),
  },
];
