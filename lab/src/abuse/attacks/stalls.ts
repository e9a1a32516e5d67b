import type { Random } from '../../chaos/random';
import { json, rawJson, type Attack, type AttackRequest } from '../attack';
import { nearLimit, uniqueWord } from '../mutations';

const KEYS = 45_000;
const EMAILS = 16_000;
const TAGS = 20_000;

const keys = (random: Random, prefix: string): string => {
  const word = uniqueWord(random).slice(0, 4);
  return Array.from({ length: nearLimit(random, KEYS) }, (_, nth) => `"${prefix}${word}${nth}":1`).join();
};
const toEvents = (body: string): AttackRequest => ({ method: 'POST', path: '/v1/events', ...rawJson(body) });

/** Bodies of many keys, entries and tags, which stalled a process. */
export const STALL_ATTACKS: readonly Attack[] = [
  {
    name: 'N6 keys, entries and tags',
    weakness: 'N6',
    short: true,
    next: (random, { run }) => {
      const emails = [`stall.${uniqueWord(random)}.${run}@example.com`];
      return random.pick([
        () => toEvents(`{"person":{${keys(random, 'k')}}}`),
        () => toEvents(`{${keys(random, 'customK')}}`),
        () => toEvents(JSON.stringify({ message: '<b>'.repeat(nearLimit(random, TAGS)), person: { emails } })),
        () => ({
          method: 'POST' as const,
          path: random.pick(['/v1/events', '/v1/people']),
          ...json({
            person: { emails: Array.from({ length: EMAILS }, (_, nth) => `a${nth}.${run}@example.com`) },
            emails: Array.from({ length: EMAILS }, (_, nth) => `a${nth}.${run}@example.com`),
          }),
        }),
        () => ({
          method: 'POST' as const,
          path: '/v1/notes',
          ...json({ personId: 1, isHtml: true, body: '<div>'.repeat(nearLimit(random, TAGS)) }),
        }),
      ])();
    },
  },
];
