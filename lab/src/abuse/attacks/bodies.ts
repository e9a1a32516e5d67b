import { gzipSync } from 'node:zlib';
import { json, rawJson, type Attack } from '../attack';
import { emptyArrays, nearLimit, nested, strangeText, uniqueWord } from '../mutations';

const MIB = 1_048_576;
const SIGN_IN_PATHS = ['/session', '/session/signUp', '/session/resetPassword', '/session/newPassword'];
const bomb = gzipSync(Buffer.alloc(64 * MIB, '['), { level: 9 });

/** Bodies that cost much memory or time to read and parse. */
export const BODY_ATTACKS: readonly Attack[] = [
  {
    name: 'sign-in with 1 MiB of empty arrays',
    short: true,
    next: (random) => ({
      method: 'POST',
      path: random.pick(SIGN_IN_PATHS),
      as: 'stranger',
      ...rawJson(emptyArrays(nearLimit(random, MIB))),
    }),
  },
  {
    name: 'batch of 5 MiB',
    short: true,
    next: (random) => ({
      method: 'POST',
      path: '/v1/batch',
      ...rawJson(`{"requests":${emptyArrays(nearLimit(random, 5 * MIB) - 20)}}`),
    }),
  },
  {
    name: 'email events of 5 MiB',
    next: (random, { run }) => {
      if (random.next() < 0.5)
        return { method: 'POST', path: '/v1/emEvents', ...rawJson(`{"emEvents":${emptyArrays(5 * MIB - 20)}}`) };
      const event = {
        type: 'click',
        occurred: '2026-01-31T12:00:00Z',
        recipient: `em.${run}@example.com`,
        campaignId: 1,
        url: `https://example.com/${'u'.repeat(nearLimit(random, 2_000))}`,
      };
      return {
        method: 'POST',
        path: '/v1/emEvents',
        ...json({ emEvents: Array.from({ length: 1_500 }, () => event) }),
      };
    },
  },
  {
    name: 'deeply nested JSON',
    next: (random) => ({
      method: 'POST',
      path: random.pick(['/v1/events', '/v1/people', '/v1/batch', '/v1/notes', '/session']),
      ...rawJson(nested(random, nearLimit(random, 100_000))),
    }),
  },
  {
    name: 'large forms',
    next: (random) => {
      const key = random.pick(['a', 'a[b][c]', 'tags', 'emails[0][value]', '__proto__[x]', uniqueWord(random)]);
      const pair = `${encodeURIComponent(key)}=1&`;
      return {
        method: 'POST',
        path: random.pick(['/v1/people', '/v1/events', '/oauth/token', '/session']),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: pair.repeat(Math.floor(nearLimit(random, MIB) / pair.length)),
      };
    },
  },
  {
    name: 'compressed bodies that expand',
    next: (random) => ({
      method: 'POST',
      path: random.pick(['/v1/people', '/v1/batch', '/session']),
      headers: { 'content-type': 'application/json', 'content-encoding': random.pick(['gzip', 'deflate', 'br']) },
      body: bomb,
    }),
  },
  {
    name: 'imports and batches of people',
    next: (random, { run }) => {
      if (random.next() < 0.5) {
        const row = `${strangeText(random, 40).replace(/["\n]/g, '')},${'x'.repeat(100)}`;
        const rows = Array.from(
          { length: 2_000 },
          (_, nth) => `${row},import.${nth}.${uniqueWord(random)}.${run}@example.com`,
        );
        return {
          method: 'POST',
          path: '/v1/people/import',
          ...json({ csv: `First name,Last name,Email\n${rows.join('\n')}` }),
        };
      }
      const people = Array.from({ length: 100 }, () => ({
        firstName: strangeText(random, 100),
        emails: [{ value: `batch.${uniqueWord(random)}.${run}@example.com` }],
      }));
      return { method: 'POST', path: '/v1/people/batch', ...json({ people }) };
    },
  },
  {
    name: 'many and long headers',
    next: (random) => ({
      method: 'GET',
      path: '/v1/me',
      as: random.pick(['attacker', 'stranger'] as const),
      headers: Object.fromEntries([
        ...Array.from({ length: nearLimit(random, 120) }, (_, nth) => [`x-flood-${nth}`, 'f'.repeat(60)]),
        ['cookie', `${uniqueWord(random)}=${'c'.repeat(nearLimit(random, 12_000))}`],
      ]),
    }),
  },
];
