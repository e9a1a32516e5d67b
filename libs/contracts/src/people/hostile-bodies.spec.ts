import { measureCpu } from '@porchlight/runtime/src/testing/measure-cpu';
import { parseBody } from '@porchlight/resource';
import { createRegistry } from '../index';
import { events } from './events.resource';
import { people } from './people.resource';

const object = (count: number, name: (nth: number) => string, value: unknown = 1): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [name(nth), value]));
const EMAILS = Array.from({ length: 16_000 }, (_, nth) => ({ value: `a${nth}@x.example` }));

/** The shortest of a few runs: the collection of garbage of other code does not count. */
const measure = async (work: () => void): Promise<number> =>
  Math.min(await measureCpu(work), await measureCpu(work), await measureCpu(work));

/** The CPU time of JSON.parse of 50 bodies of 256 kB, ms: about 30 ms on the machine of the limits. */
const measureUnit = (): Promise<number> => {
  const json = JSON.stringify(Array.from({ length: 4_096 }, (_, nth) => ({ key: nth, text: 'x'.repeat(40) })));
  return measure(() => {
    for (let nth = 0; nth < 50; nth++) JSON.parse(json);
  });
};

/** A refusal is a valid result here. */
const read = (
  descriptor: typeof people | typeof events,
  body: unknown,
  mode: 'strict' | 'lenient' | 'lead' = 'strict',
) => {
  const customNames = new Set<string>();
  try {
    return parseBody(descriptor as typeof people, body, 'create', { mode, customNames });
  } catch {
    return undefined;
  }
};

describe('N6 the time to read a body that is within the limits', () => {
  const names = (prefix: string) => (nth: number) => `${prefix}${nth}`;
  const BODIES: readonly (readonly [string, unknown])[] = [
    ['1,000 unknown keys of the person', { person: object(1_000, names('k')) }],
    [
      '1,000 custom keys of person and body',
      { ...object(900, names('customK')), person: object(999, names('customK')) },
    ],
    ['45,000 unknown keys in a list', { person: { emails: Array(45).fill(object(999, names('x'))) } }],
    ['20,000 entries of the wrong type', { emails: Array(20_000).fill(5), person: { tags: Array(20_000).fill([]) } }],
    ['16,000 emails', { emails: EMAILS, person: { emails: EMAILS } }],
    ['150,000 entities', { message: '&amp;'.repeat(75_000), person: { background: '&lt;'.repeat(75_000) } }],
  ];

  it.each(BODIES)('given %s, then it is at most 8 units', async (_what, body) => {
    const limit = 8 * (await measureUnit());
    for (const descriptor of [people, events])
      for (const mode of ['strict', 'lenient', 'lead'] as const)
        expect(await measure(() => read(descriptor, body, mode))).toBeLessThan(limit);
  });
});

describe('N6 lists', () => {
  it('given 16,000 emails in a strict write, then the limit and the number are named, and no entry', () =>
    expect(() => parseBody(people, { emails: EMAILS }, 'create')).toThrow(
      "Field 'emails' must have at most 50 entries, not 16000.",
    ));

  it('given 16,000 emails in a lead, then the first 50 are read', () => {
    const { record, ignored } = parseBody(events, { person: { emails: EMAILS } }, 'create', { mode: 'lead' });
    expect(record.person?.emails).toHaveLength(50);
    expect(ignored).toContain('person.emails');
  });

  it('given 20,000 entries of a lead without a value, then at most 1,000 are read', () => {
    const empty = Array.from({ length: 20_000 }, () => null);
    const { record } = parseBody(events, { person: { emails: [...empty, 'a@b.example'], name: 'Ann' } }, 'create', {
      mode: 'lead',
    });
    expect(record.person?.emails).toEqual([]);
  });

  it('given 20,000 ignored names, then 100 are listed and the others are counted', () => {
    const person = { name: 'Ann', ...object(20_000, (nth) => `k${nth}`) };
    const { ignored, unlisted } = parseBody(events, { person }, 'create', { mode: 'lead' });
    expect(ignored).toHaveLength(100);
    expect(unlisted).toBe(19_900);
  });

  it('given any body of an action or a resource with too many entries, then it is refused', () => {
    const entries = Array.from({ length: 20_000 }, () => ({ nothing: 1 }));
    for (const descriptor of createRegistry([]).resources) {
      const body = Object.fromEntries(Object.keys(descriptor.fields).map((name) => [name, entries]));
      expect(() => parseBody(descriptor, body, 'create', { mode: 'strict' })).toThrow();
    }
  });

  it('given any list of an action or a resource with too many entries, then it reads each at most once, in 8 units', async () => {
    let reads = 0;
    const entries = new Proxy(
      Array.from({ length: 20_000 }, () => ({ nothing: 1 })),
      {
        get(list, name, receiver) {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
          return Reflect.get(list, name, receiver) as unknown;
        },
      },
    );
    const limit = 8 * (await measureUnit());
    let most = 0;
    for (const descriptor of createRegistry([]).resources)
      for (const name of Object.keys(descriptor.fields)) {
        reads = 0;
        const used = await measureCpu(() => read(descriptor as typeof people, { [name]: entries }));
        expect(used).toBeLessThan(limit);
        expect(reads).toBeLessThanOrEqual(entries.length);
        most = Math.max(most, reads);
      }
    expect(most).toBeGreaterThan(0);
  });
});
