import { people, templates } from '@porchlight/contracts';
import { createDocumentCheck } from './document-check';
import {
  anything,
  binary,
  date,
  either,
  flag,
  listOf,
  mapOf,
  nested,
  nullable,
  number,
  optional,
  text,
  word,
} from './columns';
import { buildSchema, defineDocument, resourceColumns } from './document-schema';

const schema = defineDocument(
  {
    _id: text,
    name: text,
    count: optional(number),
    at: optional(date),
    done: optional(flag),
    state: optional(word('Open', 'Closed')),
    ids: optional(listOf(number)),
    sender: optional(nested({ email: text, name: optional(text) })),
    extra: optional(anything<object>()),
    sums: optional(mapOf(number)),
    next: optional(either(text, number)),
    sealed: optional(binary),
    url: optional(nullable(text)),
  },
  [
    { keys: { at: 1 }, global: true, expireAfterSeconds: 60 },
    { keys: { name: 1 }, unique: true },
  ],
);
const check = createDocumentCheck('things', schema);

describe('the check of documents', () => {
  it.each([
    ['only required fields', { _id: 'a', name: '' }],
    [
      'all fields',
      { _id: 'a', name: 'A', count: 1, at: new Date(0), done: false, state: 'Open', ids: [1], extra: { x: 1 } },
    ],
    ['an empty list', { _id: 'a', name: 'A', ids: [] }],
    ['a nested object', { _id: 'a', name: 'A', sender: { email: 'a@example.com' } }],
    ['a map with dots in its keys', { _id: 'a', name: 'A', sums: { 'source:example.com': 1 } }],
    ['either type', { _id: 'a', name: 'A', next: 1 }],
    ['binary data', { _id: 'a', name: 'A', sealed: Buffer.from('a') }],
    ['null for a nullable field', { _id: 'a', name: 'A', url: null }],
    ['a tombstone', { _id: 'a', deletedAt: new Date(0) }],
  ])('accepts %s', (_title, document) => expect(check(document)).resolves.toBeUndefined());

  it.each([
    ['a field that is not declared', { _id: 'a', name: 'A', other: 1 }, 'other'],
    ['a document without a required field', { _id: 'a' }, 'name'],
    ['a number as text', { _id: 'a', name: 'A', count: '1' }, 'count'],
    ['a time as text', { _id: 'a', name: 'A', at: '2026-01-01T00:00:00Z' }, 'at'],
    ['an unknown word', { _id: 'a', name: 'A', state: 'Other' }, 'state'],
    ['a list with a value of another type', { _id: 'a', name: 'A', ids: ['1'] }, 'ids'],
    ['a map with a value of another type', { _id: 'a', name: 'A', sums: { a: '1' } }, 'sums'],
    ['neither type', { _id: 'a', name: 'A', next: true }, 'next'],
    ['text in place of binary data', { _id: 'a', name: 'A', sealed: 'a' }, 'sealed'],
    ['a nested object with an unknown field', { _id: 'a', name: 'A', sender: { email: 'a', age: 1 } }, 'age'],
    ['a nested object without a required field', { _id: 'a', name: 'A', sender: {} }, 'sender'],
  ])('rejects %s', (_title, document, field) => expect(check(document)).rejects.toThrow(field));
});

it('given a schema with other fields, then fields of any name are accepted with that type', async () => {
  const sequences = createDocumentCheck('sequences', { columns: { _id: number }, indexes: [], others: number });
  await expect(sequences({ _id: 1, people: 7 })).resolves.toBeUndefined();
  await expect(sequences({ _id: 1, people: '7' })).rejects.toThrow('others');
});

describe('the mongoose schema', () => {
  it('declares the indexes, those of an account with the account first', () => {
    expect(buildSchema(schema).indexes()).toMatchObject([
      [{ at: 1 }, { expireAfterSeconds: 60 }],
      [{ accountId: 1, name: 1 }, { unique: true }],
    ]);
  });

  it('contains the declared fields of a resource with their types', () => {
    const columns = resourceColumns(templates, [], [], {});
    const built = buildSchema({ columns, indexes: [] });
    expect(built.path('isMobile')?.instance).toBe('Boolean');
    expect(built.path('created')?.instance).toBe('Date');
    expect(
      buildSchema({ columns: resourceColumns(people, [], ['nameGrams'], {}), indexes: [] }).path('nameGrams')?.instance,
    ).toBe('Array');
  });
});
