import { Refusal } from '@porchlight/errors';
import * as fc from 'fast-check';
import { list, object } from './codecs/compounds';
import { customValues } from './codecs/custom-value-codecs';
import { bit, bool, idText, int, oneOf, str } from './codecs/scalars';
import { day, time } from './codecs/times';
import { defineResource } from './descriptor';
import { readOnly, required, writable } from './field';
import { parseBody, type BodyOptions, type Parsed } from './parse-body';
import { parseListQuery } from './parse-query';

interface Contact {
  value: string;
  type: string;
}
interface Person {
  id?: number;
  firstName?: string;
  emails: Contact[];
  tags: string[];
  price?: number;
  customFields: Record<string, string>;
}
interface Lead {
  id: number;
  version: number;
  type?: string;
  beds?: string;
  code?: string;
  price?: number;
  forRent?: boolean;
  primary?: boolean;
  stageId?: string;
  at?: Date;
  on?: string;
  person?: Person;
  campaign?: { source: string };
}

const contact = object<Contact>(
  { value: str({ single: true }), type: oneOf(['home', 'other'], { fallback: 'other' }) },
  { lift: (v) => (typeof v === 'string' ? { value: v } : v), defaults: { value: '', type: 'home' } },
);
const fields = {
  id: readOnly(int()),
  version: readOnly(int(), { visible: false }),
  type: writable(oneOf(['General Inquiry', 'Saved Property'], { fallback: 'General Inquiry' })),
  beds: writable(str({ numbers: true })),
  code: writable(str({ max: 12 })),
  price: writable(int({ min: 0 })),
  forRent: writable(bool()),
  primary: writable(bit()),
  stageId: writable(idText()),
  at: writable(time()),
  on: writable(day()),
  person: writable(
    object<Person>({
      id: int({ min: 1 }),
      firstName: str(),
      emails: list(contact, 3, { orText: true }),
      tags: list(str(), 3),
      price: int(),
      customFields: customValues(),
    }),
  ),
  campaign: writable(object<{ source: string }>({ source: str({ min: 1 }) }, { required: ['source'] })),
};
const leads = defineResource<Lead>(
  { name: 'LeadService', fullName: 'porchlight.people.v1.LeadService', methods: {} },
  {
    timestamps: 'none',
    verbs: ['create', 'list'],
    roles: { create: ['Owner'] },
    custom: 'customFields',
    identifies: ({ person }) => person?.emails.some(({ value }) => value !== '') ?? false,
    fields: fields as never,
    filters: {},
    sorts: {},
  },
);

const read = (body: unknown, options: BodyOptions = { mode: 'lead' }): Parsed<Lead> =>
  parseBody(leads, body, 'create', options);
const listProblems = (body: unknown, options: BodyOptions = {}): string => {
  try {
    read(body, options);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  throw new Error('The body was accepted.');
};

describe('D11.3 numbers and times in every mode', () => {
  it.each([
    ['a number as text', { price: '310000' }, { price: 310_000 }],
    ['an id as number', { stageId: 5 }, { stageId: '5' }],
    ['a number where the field accepts numbers', { beds: 3 }, { beds: '3' }],
    ['a number as text inside an object', { person: { id: '7', price: ' 12 ' } }, { person: { id: 7, price: 12 } }],
    ['a date for a time', { at: '2026-01-31' }, { at: new Date('2026-01-31T00:00:00Z') }],
    ['a time without zone', { at: '2026-01-31T10:00:00' }, { at: new Date('2026-01-31T10:00:00Z') }],
    ['a time without seconds', { at: '2026-01-31 10:00' }, { at: new Date('2026-01-31T10:00:00Z') }],
    ['a space before the offset', { at: '2004-11-16T03:00:00 -05:00' }, { at: new Date('2004-11-16T08:00:00Z') }],
    ['a date-time for a date', { on: '2026-01-31T23:00:00-05:00' }, { on: '2026-02-01' }],
  ])('accepts %s without a report', (_what, body, expected) => {
    for (const mode of ['strict', 'lenient', 'lead'] as const) {
      const { record, ignored } = read(body, { mode });
      expect(record).toMatchObject(expected);
      expect(ignored).toEqual([]);
    }
  });

  it.each([
    ['a fraction', { price: '1.5' }],
    ['an amount', { price: '$5' }],
    ['a word for a switch', { forRent: 'yes' }],
    ['a day that does not exist', { at: '2026-02-30' }],
    ['another type of text', { code: 90210 }],
    ['an unknown word', { type: 'savedProperty' }],
    ['a list for a text', { code: ['1'] }],
  ])('rejects %s outside of lead mode', (_what, body) => {
    expect(listProblems(body)).toContain('Field');
    expect(listProblems(body, { mode: 'lenient' })).toContain('Field');
  });
});

describe('unknown names', () => {
  const body = { person: { emails: [{ value: 'a@b.c', x: 1 }], y: 2 }, z: 3, system: 's' };

  it('are rejected in strict mode, and ignored by path in the others', () => {
    expect(listProblems(body)).toContain("'z'");
    for (const mode of ['lenient', 'lead'] as const)
      expect(read(body, { mode }).ignored).toEqual(['person.emails.0.x', 'person.y', 'z']);
  });

  it('include undefined custom fields of the account, if their names are given', () => {
    const given = { customA: 1, customB: 2, person: { customA: 1, customC: 3 } };
    const { record, ignored } = read(given, { mode: 'lenient', customNames: new Set(['customA']) });
    expect(ignored).toEqual(['customB', 'person.customC']);
    expect(record).toMatchObject({ customFields: { customA: '1' }, person: { customFields: { customA: '1' } } });
  });

  it('of a query are ignored in lenient mode', () => {
    expect(() => parseListQuery(leads, [['nmae', 'x']])).toThrow("Unknown parameter 'nmae'.");
    expect(
      parseListQuery(
        leads,
        [
          ['nmae', 'x'],
          ['limit', '5'],
          ['idLessThan', '9'],
        ],
        'lenient',
      ),
    ).toMatchObject({ ignored: ['nmae'], query: { limit: 5 } });
    expect(() => parseListQuery(leads, [['limit', 'x']], 'lenient')).toThrow('limit');
  });
});

describe('lead mode', () => {
  it.each([
    ['a number for text', { code: 90210 }, { code: '90210' }, ['code']],
    ['a boolean for text', { code: true }, { code: 'true' }, ['code']],
    ['a list for comma-separated text', { code: ['90001', 90002] }, { code: '90001,90002' }, ['code']],
    ['text over the limit', { code: 'x'.repeat(20) }, { code: 'x'.repeat(12) }, ['code']],
    ['NUL and lone surrogates', { code: 'a\0b\ud800c' }, { code: 'abc' }, ['code']],
    ['a fraction', { price: '310000.6' }, { price: 310_001 }, ['price']],
    ['an amount', { price: '$310,000.00' }, { price: 310_000 }, ['price']],
    ['a number in a list of one', { price: [5] }, { price: 5 }, ['price']],
    ['"0" for a switch', { forRent: '0' }, { forRent: false }, ['forRent']],
    ['"Yes" for a switch', { primary: 'Yes' }, { primary: true }, ['primary']],
    ['another spelling of a word', { type: 'saved_property' }, { type: 'Saved Property' }, ['type']],
    ['an unknown word', { type: 'Chat' }, { type: 'General Inquiry' }, ['type']],
    [
      'an unknown type of an email',
      { person: { emails: [{ value: 'a@b.c', type: 'personal' }] } },
      { person: { emails: [{ value: 'a@b.c', type: 'other' }] } },
      ['person.emails.0.type'],
    ],
    ['a single value for a list', { person: { tags: 'x' } }, { person: { tags: ['x'] } }, ['person.tags']],
    [
      'an object for a list',
      { person: { emails: { value: 'a@b.c' } } },
      { person: { emails: [{ value: 'a@b.c', type: 'home' }] } },
      ['person.emails'],
    ],
    [
      'a list in a list',
      { person: { emails: [['a@b.c']], tags: [['x', 'y'], 3] } },
      { person: { emails: [{ value: 'a@b.c' }], tags: ['x', 'y', '3'] } },
      ['person.tags', 'person.tags.2'],
    ],
    [
      'a number for an entry',
      { person: { emails: [5551234567] } },
      { person: { emails: [{ value: '5551234567' }] } },
      ['person.emails.0'],
    ],
    [
      'the first value of several',
      { person: { emails: [{ value: ['a@b.c', 'd@e.f'] }] } },
      { person: { emails: [{ value: 'a@b.c' }] } },
      ['person.emails.0.value'],
    ],
    [
      'too many entries',
      { person: { tags: ['1', '2', '3', '4'] } },
      { person: { tags: ['1', '2', '3'] } },
      ['person.tags'],
    ],
    ['an object in a list of one', { person: [{ firstName: 'Ann' }] }, { person: { firstName: 'Ann' } }, ['person']],
    ['an object as JSON text', { person: '{"firstName":"Ann"}' }, { person: { firstName: 'Ann' } }, ['person']],
  ])('converts %s and reports it', (_what, body, expected, ignored) => {
    const read1 = read(body);
    expect(read1.record).toMatchObject(expected);
    expect(read1.ignored).toEqual(expect.arrayContaining(ignored));
  });

  it('drops and reports unreadable values', () => {
    const { record, mask, ignored } = read({
      person: { emails: ['a@b.c'], firstName: { first: 'Ann' }, price: 'much', id: -1 },
      price: 3_000_000_000,
      at: 'soon',
      forRent: 'maybe',
      campaign: { medium: 'x' },
    });
    expect(record.person).toMatchObject({ emails: [{ value: 'a@b.c' }] });
    expect(record.person).not.toHaveProperty('firstName');
    expect(mask).toEqual(['person']);
    expect(ignored).toEqual(
      expect.arrayContaining(['person.firstName', 'person.price', 'person.id', 'price', 'at', 'forRent', 'campaign']),
    );
  });

  it('rejects an object in place of text if the rest identifies no person', () => {
    const message = listProblems({ person: { firstName: { first: 'Ann' } } }, { mode: 'lead' });
    expect(message).toBe("Field 'person.firstName' must be a string.");
  });

  it.each([
    ['a list of one', [{ code: 'x' }]],
    ['JSON text', '{"code":"x"}'],
    ['a field of a form', { payload: '{"code":"x"}' }],
    ['a field with an object', { data: { code: 'x' }, token: 't' }],
  ])('opens %s', (_what, body) => {
    expect(read(body).record.code).toBe('x');
    expect(listProblems(body)).not.toBe('');
  });

  it('converts, but does not drop, the values of a required field', () => {
    const item = object<{ kind: string; size?: number }>(
      { kind: str({ min: 1 }), size: int() },
      { required: ['kind'] },
    );
    const batch = {
      ...leads,
      fields: { items: required(list(item)) },
      custom: undefined,
      identifies: undefined,
    } as never;
    const parse = (items: unknown): Parsed<never> => parseBody(batch, { items }, 'create', { mode: 'lead' });
    expect(parse([{ kind: 5, size: '1.4', other: 1 }])).toMatchObject({ record: { items: [{ kind: '5', size: 1 }] } });
    expect(() => parse([{ size: 1 }])).toThrow("Missing 'items.0.kind' field.");
    expect(() => parse([{ kind: 'x', size: 'big' }])).toThrow("Field 'items.0.size'");
  });

  it('reports at most 100 names', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}${'y'.repeat(200)}`, 1]));
    const { ignored } = read(many);
    expect(ignored).toHaveLength(100);
    expect(ignored[0]).toHaveLength(100);
  });

  it('never rejects a body with an email, regardless of its other content', () => {
    const anything = fc.anything({
      withBigInt: false,
      withDate: false,
      withMap: false,
      withSet: false,
      withTypedArray: false,
    });
    const names = Object.keys(fields).filter((name) => name !== 'person');
    const others = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), anything);
    const persons = fc.dictionary(
      fc.oneof(fc.constantFrom('firstName', 'tags', 'price', 'id', 'customX'), fc.string()),
      anything,
    );
    fc.assert(
      fc.property(others, persons, anything, (other, person, extra) => {
        const body = { ...other, person: { ...person, emails: [{ value: 'a@b.c', type: extra }, extra] } };
        const { record } = read(JSON.parse(JSON.stringify(body)));
        expect(record.person?.emails).toEqual(expect.arrayContaining([expect.objectContaining({ value: 'a@b.c' })]));
      }),
      { numRuns: 500 },
    );
  });
});
