import { parseBody, type BodyOptions } from '@porchlight/resource';
import fc from 'fast-check';
import type { Event } from '../generated/porchlight/people/v1/event_service';
import { events } from './events.resource';

const read = (body: unknown, options: BodyOptions = { mode: 'lead' }) => {
  const { record, ignored } = parseBody<Event>(events, body, 'create', options);
  return { record, ignored, submitted: JSON.parse(record.submitted ?? 'null') as Record<string, unknown> | null };
};
const values = (entries: readonly { value: string }[] | undefined) => entries?.map(({ value }) => value);

describe('D13.5 keys of a lead', () => {
  it.each([
    ['one email', { email: 'a@b.example' }, ['a@b.example'], []],
    ['one phone', { phone: '512 555 0134' }, [], ['512 555 0134']],
    ['a phone as a number', { phone: 5125550134 }, [], ['5125550134']],
    ['both forms', { emails: ['a@b.example'], email: 'c@d.example' }, ['a@b.example', 'c@d.example'], []],
    ['an entry', { email: { value: 'a@b.example', type: 'Work' } }, ['a@b.example'], []],
    ['a list under the singular', { phone: ['1 555 0100', '1 555 0101'] }, [], ['1 555 0100', '1 555 0101']],
    [
      'both as objects of numbers',
      { phones: { 0: '1 555 0100' }, phone: { 0: '1 555 0101' } },
      [],
      ['1 555 0100', '1 555 0101'],
    ],
    ['empty values', { email: '', phone: null, emails: ['a@b.example'] }, ['a@b.example'], []],
  ])('D25 single values: given %s, then they are read like the lists', (_what, person, emails, phones) => {
    const { record, ignored } = read({ person });
    expect({ emails: values(record.person?.emails), phones: values(record.person?.phones) }).toEqual({
      emails,
      phones,
    });
    expect(ignored.filter((name) => /email|phone$/.test(name))).toEqual([]);
  });

  it('D25 given emails as an object of numbers beside an email that is none, then they are read', () => {
    const { record } = read({ person: { email: true, emails: { 0: { value: ['a@b.example'] } } } });
    expect(values(record.person?.emails)).toEqual(['a@b.example']);
  });

  it.each([
    ['no person', { name: 'Ann Lee', email: 'a@b.example' }],
    ['an empty person', { person: {}, name: 'Ann Lee', emails: ['a@b.example'] }],
    [
      'a person without name, email and phone',
      { person: { tags: ['x'], emails: [''] }, name: 'Ann Lee', email: 'a@b.example' },
    ],
    ['a person that is null', { person: null, name: 'Ann Lee', email: { value: 'a@b.example' } }],
  ])('given %s, then top-level keys are those of the person', (_what, body) => {
    const { record, ignored } = read(body);
    expect(record.person).toMatchObject({ name: 'Ann Lee', emails: [{ value: 'a@b.example' }] });
    expect(ignored).toEqual([]);
  });

  it('given every top-level key, then the person has them', () => {
    const { record } = read({
      firstName: 'Ann',
      lastName: 'Lee',
      phones: '512 555 0134',
      address: '12 Main St',
      tags: ['hot'],
      stage: 'Lead',
      price: '450.000',
      contacted: 1,
      background: 'b',
      assignedTo: 'Ada Agent',
      assignedUserId: 3,
      sourceUrl: 'https://a.example/1',
      customBudget: 5,
    });
    expect(record.person).toMatchObject({
      firstName: 'Ann',
      lastName: 'Lee',
      addresses: [{ street: '12 Main St', type: 'home' }],
      tags: ['hot'],
      stage: 'Lead',
      price: 450_000,
      contacted: true,
      background: 'b',
      assignedTo: 'Ada Agent',
      assignedUserId: 3,
      sourceUrl: 'https://a.example/1',
    });
    expect(record.customFields).toEqual({ customBudget: '5' });
  });

  it.each([
    ['defined names', { customFields: { customBudget: 5 } }, { customBudget: '5' }, []],
    ['an undefined name', { customFields: { customNope: 1 } }, {}, ['person.customFields.customNope']],
    [
      'keys beside it',
      { customFields: { customBudget: 5, customPets: 'cat' }, customBudget: 7 },
      { customBudget: '7', customPets: '"cat"' },
      [],
    ],
    ['nothing', { customFields: {} }, {}, []],
    ['a list', { customFields: [] }, {}, ['person.customFields']],
  ])(
    'D13.10 given customFields of the person with %s, then they are its custom fields',
    (_what, sent, custom, names) => {
      const customNames = new Set(['customBudget', 'customPets']);
      const { record, ignored } = read({ person: { name: 'Ann Lee', ...sent } }, { mode: 'lead', customNames });
      expect(record.person).toMatchObject({ name: 'Ann Lee', customFields: custom });
      expect(Object.keys(record.person?.customFields ?? {})).toEqual(Object.keys(custom));
      expect(ignored).toEqual(names);
    },
  );

  it.each([[[]], ['x'], [null], [[{ name: 'customBudget', value: 5 }]], [7]])(
    'D11.1 given customFields %j beside the person, then the lead is read without it',
    (customFields) => {
      const { record } = read({ customFields, person: { name: 'Ann Lee' } });
      expect(record).toMatchObject({ person: { name: 'Ann Lee' }, customFields: {} });
    },
  );

  it('given a person with a name, then other top-level keys are named in X-Ignored and stay in submitted', () => {
    const { record, ignored, submitted } = read({
      person: { name: 'Ann' },
      email: 'a@b.example',
      sourceUrl: 'https://a.example',
    });
    expect(record.person).toMatchObject({ emails: [], sourceUrl: 'https://a.example' });
    expect(ignored).toEqual(['email']);
    expect(submitted).toMatchObject({ name: 'Ann', email: 'a@b.example' });
  });

  it('given id and personId beside the person, then they are named and never read as its id', () => {
    const { record, ignored } = read({ id: 77, personId: '78', email: 'a@b.example' });
    expect(record.person?.id).toBeUndefined();
    expect(ignored).toEqual(expect.arrayContaining(['id', 'personId']));
  });

  it.each([
    ['text', '12 Main St', ['12 Main St']],
    ['a list of texts', ['12 Main St', '4 Elm Ct'], ['12 Main St', '4 Elm Ct']],
    ['JSON text', '[{"street":"12 Main St"}]', ['12 Main St']],
    ['an object', { street: '12 Main St' }, ['12 Main St']],
  ])('given an address as %s, then it is the street', (_what, address, streets) =>
    expect(read({ person: { name: 'A', address } }).record.person?.addresses.map(({ street }) => street)).toEqual(
      streets,
    ),
  );

  it('given strict handling, then single values are read too and nothing is decoded', () => {
    const { record } = read({ person: { email: 'a@b.example', name: 'O&#039;Brien' } }, { mode: 'strict' });
    expect(record.person).toMatchObject({ name: 'O&#039;Brien', emails: [{ value: 'a@b.example' }] });
  });
});

describe('D23 encoded text of a lead', () => {
  it.each([
    ['an entity', { lastName: 'O&#039;Brien' }, { lastName: "O'Brien" }, 'person.lastName'],
    ['an escaped quote', { name: "Pat O\\'Neil" }, { name: "Pat O'Neil" }, 'person.name'],
    ['a named entity', { firstName: 'Zo&euml;' }, { firstName: 'Zoë' }, 'person.firstName'],
    [
      'an address',
      { addresses: [{ street: '1 A &amp; B St' }] },
      { addresses: [{ street: '1 A & B St' }] },
      'person.addresses.0.street',
    ],
  ])('given %s, then it is decoded and named', (_what, person, decoded, name) => {
    const { record, ignored } = read({ person });
    expect(record.person).toMatchObject(decoded);
    expect(ignored).toContain(name);
  });

  it('given an encoded bracket around an address, then it is decoded in emails and phones', () => {
    const { record, ignored } = read({
      person: { emails: ['Ann &lt;ann@x.example&gt;'], phones: [{ value: '512&#8209;555&#8209;0134' }] },
    });
    expect(record.person).toMatchObject({
      emails: [{ value: 'Ann <ann@x.example>' }],
      phones: [{ value: '512\u2011555\u20110134' }],
    });
    expect(ignored).toEqual(expect.arrayContaining(['person.emails.0.value', 'person.phones.0.value']));
  });

  it('given a message with an encoded tag, then the tag stays text', () => {
    const { record } = read({ message: 'a &lt;script&gt; &amp; b', person: { name: 'A' } });
    expect(record.message).toBe('a &lt;script> & b');
  });

  it('given a message and a property with entities, then they are decoded once', () => {
    const { record } = read({
      message: 'Is it &amp;lt;b&amp;gt; &quot;free&quot;?',
      property: { street: '5 O&#39;Hara Rd' },
      person: { name: 'A' },
    });
    expect(record.message).toBe('Is it &lt;b&gt; "free"?');
    expect(record.property?.street).toBe("5 O'Hara Rd");
  });
});

describe('D13.2 submitted', () => {
  it('given values that cannot be read, then they stay as sent', () => {
    const { record, submitted } = read({
      person: { name: 'Ann Lee', price: '400k-500k', favouriteColour: 'blue', emails: ['a@b.example'] },
      property: { price: 'call us', street: '1 A St' },
    });
    expect(record.person?.price).toBeUndefined();
    expect(submitted).toEqual({
      name: 'Ann Lee',
      price: '400k-500k',
      favouriteColour: 'blue',
      emails: ['a@b.example'],
      property: { price: 'call us' },
    });
  });

  it('given more than 16 kB, then texts are shortened and the JSON is valid', () => {
    const person = {
      name: 'Ann',
      background: 'é'.repeat(60_000),
      notes: Array.from({ length: 500 }, (_, n) => `note ${n}`),
    };
    const { record, submitted } = read({ person });
    expect(Buffer.byteLength(record.submitted!)).toBeLessThanOrEqual(16_384);
    expect(submitted).toMatchObject({ name: 'Ann', background: 'é'.repeat(1_000) });
  });

  it('given any person, then submitted is storable JSON of at most 16 kB', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (person) => {
        const { record } = read({ person: { ...person, name: 'Ann' } });
        expect(Buffer.byteLength(record.submitted!)).toBeLessThanOrEqual(16_384);
        expect(record.submitted).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(() => JSON.parse(record.submitted!) as unknown).not.toThrow();
      }),
    );
  });
});

describe('D26 times and D13.5 types of a lead', () => {
  it.each([1_763_650_000, '1763650000', 1_763_650_000_000, 'Thu, 20 Nov 2025 14:46:40 +0000'])(
    'given occurredAt %p, then it is that time and named',
    (occurredAt) => {
      const { record, ignored } = read({ occurredAt, person: { name: 'A' } });
      expect(record.occurredAt?.toISOString()).toBe('2025-11-20T14:46:40.000Z');
      expect(ignored).toEqual(['occurredAt']);
    },
  );

  it('given types in other letters and unknown ones, then unknown ones are other or mailing, and named', () => {
    const { record, ignored } = read({
      person: {
        emails: [
          { value: 'a@b.example', type: 'WORK' },
          { value: 'c@b.example', type: 'personal' },
        ],
        phones: [{ value: '1', type: 'cell' }],
        addresses: [{ street: 's', type: 'billing' }],
      },
    });
    expect(record.person?.emails.map(({ type }) => type)).toEqual(['work', 'other']);
    expect(record.person?.phones[0]?.type).toBe('other');
    expect(record.person?.addresses[0]?.type).toBe('mailing');
    expect(ignored).toEqual(['person.emails.1.type', 'person.phones.0.type', 'person.addresses.0.type']);
  });
});
