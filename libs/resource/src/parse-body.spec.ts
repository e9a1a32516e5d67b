import { Refusal } from '@porchlight/errors';
import { list, object } from './codecs/compounds';
import { bit, int, str } from './codecs/scalars';
import { time } from './codecs/times';
import { defineResource } from './descriptor';
import { inputOnly, readOnly, required, setOnce, writable } from './field';
import { parseBody } from './parse-body';

interface Entry {
  value: string;
  isPrimary: boolean;
}
interface Thing {
  id: number;
  version: number;
  name?: string;
  price?: number;
  source?: string;
  done?: boolean;
  entries: Entry[];
  firm: string[];
  secret?: string;
  at?: Date;
  kindId?: number;
  kind?: string;
}

const entry = object<Entry>(
  { value: str({ min: 1 }), isPrimary: bit() },
  {
    required: ['value'],
    lift: (v) => (typeof v === 'string' ? { value: v } : v),
    expected: 'a string or an object',
    defaults: { isPrimary: false },
  },
);

const things = defineResource<Thing>(
  { name: 'ThingService', fullName: 'porchlight.people.v1.ThingService', methods: {} },
  {
    timestamps: 'none',
    verbs: ['create'],
    roles: { create: ['Owner'] },
    fields: {
      id: readOnly(int()),
      version: readOnly(int(), { visible: false }),
      name: required(str({ min: 1, max: 10 })),
      price: writable(int({ min: 0 })),
      source: setOnce(str()),
      done: writable(bit(), { nullable: false }),
      entries: writable(list(entry, 3)),
      firm: writable(list(str()), { nullable: false, aliases: ['labels'] }),
      secret: setOnce(str(), { visible: false }),
      at: inputOnly(time()),
      kindId: writable(int({ min: 1 })),
      kind: readOnly(str(), { nameOf: { field: 'kindId', resource: 'kinds', needsId: true } }),
    },
    filters: {},
    sorts: {},
  },
);

const listProblems = (body: unknown, verb: 'create' | 'update' = 'create'): string => {
  try {
    parseBody(things, body, verb);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Refusal).message;
  }
  throw new Error('the body was taken');
};

describe('parseBody', () => {
  it('parses values and returns the names of present fields', () => {
    const { record, mask } = parseBody(things, { name: ' Ann ', price: 5, entries: ['x'] }, 'create');
    expect(record).toEqual({
      id: 0,
      version: 0,
      name: 'Ann',
      price: 5,
      firm: [],
      entries: [{ value: 'x', isPrimary: false }],
    });
    expect(mask).toEqual(['name', 'price', 'entries']);
  });

  it('distinguishes null from absent: in the mask, without a value', () => {
    const { record, mask } = parseBody(things, { price: null, entries: null }, 'update');
    expect(record.price).toBeUndefined();
    expect(record.entries).toEqual([]);
    expect(mask).toEqual(['price', 'entries']);
    expect(listProblems({ firm: null }, 'update')).toBe("Field 'firm' must not be null.");
  });

  it('D1.5 ignores read-only fields and set-once fields of an update, so that GET, change, PUT round-trips', () => {
    expect(parseBody(things, { id: 7, source: 'x', system: 's', name: 'A' }, 'update').mask).toEqual(['name']);
    expect(parseBody(things, { source: 'x', name: 'A' }, 'create').mask).toEqual(['source', 'name']);
  });

  it('D13.10 refuses the name of another record without its id in a create, and ignores it besides the id', () => {
    expect(listProblems({ name: 'A', kind: 'Big' })).toBe(
      "Field 'kind' follows from 'kindId' and cannot be set. Send 'kindId' instead.",
    );
    expect(parseBody(things, { name: 'A', kind: 'Big', kindId: 1 }, 'create').mask).toEqual(['name', 'kindId']);
    expect(parseBody(things, { name: 'A', kind: null }, 'create').mask).toEqual(['name']);
    expect(parseBody(things, { name: 'A', kind: 'Big' }, 'update').mask).toEqual(['name']);
    expect(parseBody(things, { name: 'A', kind: 'Big' }, 'create', { mode: 'lenient' }).ignored).toEqual(['kind']);
  });

  it('D1.6 reports all problems at once, each naming its field', () => {
    const text = listProblems({ price: 'much', done: 'perhaps', entries: [{}], colour: 1, ['$where']: 2 });
    expect(text).toContain("Field 'price' must be an integer between 0 and 2147483647.");
    expect(text).toContain("Field 'done' must be true, false, 1 or 0.");
    expect(text).toContain("Missing 'entries.0.value' field.");
    expect(text).toContain("Missing 'name' field.");
    expect(text).toContain("Unknown fields: 'colour', '$where'.");
  });

  it.each([
    ['beyond int32', { name: 'a', price: 2147483648 }, "'price' must be an integer"],
    ['a fraction', { name: 'a', price: 1.5 }, "'price' must be an integer"],
    ['NUL', { name: 'a\0' }, "'name' must be valid Unicode"],
    ['a lone surrogate', { name: '\ud800' }, "'name' must be valid Unicode"],
    ['too long', { name: 'x'.repeat(11) }, "'name' must be at most 10 characters long"],
    ['empty', { name: '   ' }, "'name' must not be empty"],
    ['too many', { name: 'a', entries: ['1', '2', '3', '4'] }, "'entries' must have at most 3 entries"],
    ['an unknown part', { name: 'a', entries: [{ value: 'x', y: 1 }] }, "Unknown fields: 'entries.0.y'"],
    ['a day that does not exist', { name: 'a', at: '2026-02-30T00:00:00Z' }, "'at' must be a time"],
    ['an array', [], 'must be a JSON object'],
    ['a string', 'x', 'must be a JSON object'],
    ['null', null, 'must be a JSON object'],
    ['__proto__', JSON.parse('{"name":"a","__proto__":{"x":1}}'), "Unknown fields: '__proto__'"],
    ['__proto__ inside', JSON.parse('{"name":"a","entries":[{"value":"x","__proto__":{}}]}'), 'entries.0.__proto__'],
  ])('refuses %s', (_what, body, expected) => {
    if (typeof expected === 'string') expect(listProblems(body)).toContain(expected);
    else expect(listProblems(body)).toMatch(expected);
  });

  it('converts the text of forms by the codecs, also inside', () => {
    const body = { name: 'Ann', price: '12', done: 'true', entries: { '0': { value: 'x', isPrimary: '1' }, '2': 'y' } };
    const { record } = parseBody(things, body, 'create', { format: 'form' });
    expect(record).toMatchObject({
      price: 12,
      done: true,
      entries: [
        { value: 'x', isPrimary: true },
        { value: 'y', isPrimary: false },
      ],
    });
  });

  it('reads empty form fields as absent, but as empty text for text fields', () => {
    const empty = {
      name: 'Ann',
      price: '',
      source: '',
      done: ' ',
      at: '',
      entries: ['', { value: 'x', isPrimary: '' }],
    };
    const { record, mask } = parseBody(things, empty, 'create', { format: 'form' });
    expect(record).toEqual({
      id: 0,
      version: 0,
      name: 'Ann',
      source: '',
      firm: [],
      entries: [{ value: 'x', isPrimary: false }],
    });
    // null clears nullable fields and does not change others.
    expect(mask).toEqual(['name', 'price', 'source', 'at', 'entries']);
    expect(parseBody(things, { entries: '', done: '' }, 'update', { format: 'form' })).toMatchObject({
      record: { entries: [] },
      mask: ['entries'],
    });
    expect(() => parseBody(things, { name: '' }, 'create', { format: 'form' })).toThrow(
      "Field 'name' must not be empty.",
    );
    // In JSON they are not numbers, times and booleans.
    for (const body of [{ price: '' }, { done: '' }, { at: '' }])
      expect(() => parseBody(things, body, 'update')).toThrow(Refusal);
  });

  it('describes the accepted values of an entry', () => {
    expect(listProblems({ name: 'a', entries: [5] })).toContain("Field 'entries.0' must be a string or an object.");
  });
});

describe('D13.10 nothing is answered with success and thrown away', () => {
  const lenient = { mode: 'lenient' } as const;

  it.each([
    ['an internal field', { name: 'A', version: 3 }, 'version'],
    ['an input that only a POST reads', { name: 'A', secret: 'x' }, 'secret'],
    ['a key that is nowhere declared', { name: 'A', nmae: 'B' }, 'nmae'],
  ])('%s, which no GET shows, is unknown in a PUT', (_what, body, name) => {
    expect(listProblems(body, 'update')).toBe(`Unknown fields: '${name}'.`);
    expect(parseBody(things, body, 'update', lenient)).toMatchObject({ ignored: [name], mask: ['name'] });
  });

  it.each([[{ nmae: 'x' }], [{ version: 1, secret: 'x' }], [{ system: 's', colour: 1 }]])(
    'a lenient write of which every key is unknown is refused: %j',
    (body) => {
      expect(() => parseBody(things, body, 'update', lenient)).toThrow('Unknown fields');
    },
  );

  it.each([[{}], [{ id: 5 }], [{ system: 's' }], [{ source: 'x' }]])('a PUT of %j changes nothing', (body) => {
    for (const options of [{}, lenient])
      expect(parseBody(things, body, 'update', options)).toMatchObject({ mask: [], ignored: [] });
  });

  it('takes a field by its alias, and refuses both names together', () => {
    expect(parseBody(things, { labels: ['x'] }, 'update')).toMatchObject({ record: { firm: ['x'] }, mask: ['firm'] });
    expect(listProblems({ labels: ['x'], firm: ['y'] }, 'update')).toContain("'labels' and 'firm' mean the same");
  });
});

describe('D13.10 bodies of clients', () => {
  it.each([
    ['"true"', { done: 'true' }, { done: true }],
    ['"False"', { done: 'False' }, { done: false }],
    ['"true" in an entry', { entries: [{ value: 'x', isPrimary: 'true' }] }, { entries: [{ isPrimary: true }] }],
  ])('read %s as a boolean', (_what, body, expected) => {
    for (const mode of ['strict', 'lenient', 'lead'] as const)
      expect(parseBody(things, body, 'update', { mode })).toMatchObject({ record: expected, ignored: [] });
  });

  it.each([
    ['a text', { firm: 'x' }, { firm: ['x'] }],
    ['an object', { entries: { value: 'x' } }, { entries: [{ value: 'x', isPrimary: false }] }],
    ['a short form', { entries: 'x' }, { entries: [{ value: 'x', isPrimary: false }] }],
  ])('read %s as a list of one', (_what, body, expected) => {
    expect(parseBody(things, body, 'update').record).toMatchObject(expected);
  });

  it.each([
    ['a field', { name: 'A', done: null, price: null, firm: null }, ['name']],
    ['the value of an entry', { name: 'A', entries: [{ value: null }, { value: 'x' }] }, ['name', 'entries']],
    ['the text of an entry', { name: 'A', entries: ['', { value: ' ' }, 'x'] }, ['name', 'entries']],
  ])('read null and empty text for %s as absent on create', (_what, body, mask) => {
    const read = parseBody(things, body, 'create');
    expect(read.mask).toEqual(mask);
    expect(read.record.entries).toEqual(mask.includes('entries') ? [{ value: 'x', isPrimary: false }] : []);
  });

  it('refuse null for a required field on create', () => {
    expect(listProblems({ name: null })).toBe("Missing 'name' field.");
  });

  it.each([
    [{ done: null }, "'done' must not be null"],
    [{ entries: [{ value: '' }] }, "'entries.0.value' must not be empty"],
    [{ entries: [''] }, "'entries.0.value' must not be empty"],
  ])('refuse %j in a PUT', (body, problem) => {
    expect(listProblems(body, 'update')).toContain(problem);
  });
});
