import { createRecords, json, pickRecord, scaled, type Attack } from '../attack';
import { strangeText, uniqueWord } from '../mutations';

const TEMPLATES = 60;
const TEMPLATE_CHARACTERS = 490_000;
const SORTS = ['-lastActivity', 'name', '-created', 'lastName', '-price', 'stage', 'id'];

/** Reads that return or examine as much as the API allows. */
export const LIST_ATTACKS: readonly Attack[] = [
  {
    name: 'lists of large templates',
    short: true,
    prepare: (send, world) =>
      createRecords(send, world, 'templates', scaled(world, TEMPLATES), (nth) => ({
        method: 'POST',
        path: '/v1/templates',
        ...json({
          name: `Large ${world.run} ${nth}`,
          subject: 'Large',
          body: '<p>x</p>'.repeat(TEMPLATE_CHARACTERS / 8),
        }),
      })),
    next: (random) => ({ method: 'GET', path: `/v1/templates?limit=100&sort=${random.pick(['id', '-id'])}` }),
  },
  {
    name: 'lists of people with all fields',
    next: (random) => ({
      method: 'GET',
      path: `/v1/people?limit=100&fields=allFields&sort=${random.pick(SORTS)}`,
    }),
  },
  {
    name: 'expensive searches and offsets',
    next: (random) => {
      const word = uniqueWord(random).slice(0, 3);
      const query = random.pick([
        `q=${word}`,
        `q=${encodeURIComponent(Array.from({ length: 20 }, () => uniqueWord(random).slice(0, 2)).join(' '))}`,
        `name=${word.slice(0, 2)}`,
        `offset=${Math.floor(random.next() * 2_000)}`,
        `tags=${encodeURIComponent(Array.from({ length: 50 }, () => uniqueWord(random)).join(','))}`,
        `email=${word}&includeTrash=true`,
      ]);
      return { method: 'GET', path: `/v1/people?limit=100&sort=${random.pick(SORTS)}&${query}` };
    },
  },
  {
    name: 'batches of expensive lists',
    next: (random) => ({
      method: 'POST',
      path: '/v1/batch',
      ...json({
        requests: Array.from({ length: 50 }, () => ({
          method: 'GET',
          path: random.pick([
            '/v1/templates?limit=100',
            '/v1/people?limit=100&fields=allFields',
            '/v1/deals?limit=100',
          ]),
        })),
      }),
    }),
  },
  {
    name: 'strange query parameters',
    next: (random, world) => {
      const value = encodeURIComponent(strangeText(random, Math.floor(random.next() * 400)).toWellFormed());
      const name = random.pick([
        'sort',
        'fields',
        'next',
        'ids',
        'limit',
        'offset',
        'q',
        'createdAfter',
        uniqueWord(random),
      ]);
      const path = random.pick(['people', 'events', 'deals', 'tasks', `people/${pickRecord(world, random, 'people')}`]);
      return { method: 'GET', path: `/v1/${path}?${name}=${value}` };
    },
  },
];
