import { Refusal } from '@porchlight/errors';
import { int, str } from './codecs/scalars';
import { time } from './codecs/times';
import { defineResource } from './descriptor';
import { readOnly, writable } from './field';
import { parseId, parseOptions } from './parse-parameters';
import { parseListQuery } from './parse-query';

interface Thing {
  id: number;
  version: number;
  name?: string;
  created?: Date;
}

const things = defineResource<Thing>(
  { name: 'ThingService', fullName: 'porchlight.people.v1.ThingService', methods: {} },
  {
    timestamps: 'none',
    verbs: ['list'],
    roles: { list: ['Owner'] },
    fields: {
      id: readOnly(int()),
      version: readOnly(int(), { visible: false }),
      name: writable(str()),
      created: readOnly(time()),
    },
    filters: {
      name: { type: 'string', match: 'contains' },
      status: { type: 'string', match: 'equals', many: true, among: ['Active', 'Deleted'] },
      done: { type: 'bool', match: 'equals' },
    },
    sorts: { name: { column: 'nameKey' } },
    options: { deduplicate: { type: 'bool', verbs: ['create'] } },
  },
);

const read = (text: string) => parseListQuery(things, new URLSearchParams(text));
const refused = (text: string): Refusal => {
  try {
    read(text);
  } catch (error) {
    return error as Refusal;
  }
  throw new Error(`'${text}' was taken`);
};

describe('parseListQuery', () => {
  it('defaults to the ten newest', () => {
    expect(read('')).toEqual({
      query: { limit: 10, offset: 0, next: '', sort: '', descending: true, filters: [], customFields: [] },
      fields: undefined,
      ignored: [],
    });
  });

  it('D2.5 reads filters: comma lists, repeats and name[] mean OR', () => {
    expect(read('status=Active,deleted&done=1').query.filters).toEqual([
      { name: 'status', values: ['Active', 'Deleted'] },
      { name: 'done', values: ['true'] },
    ]);
    expect(read('status[]=Active&status[]=Deleted').query.filters[0]!.values).toEqual(['Active', 'Deleted']);
    expect(read('status=Active&status=Deleted').query.filters[0]!.values).toEqual(['Active', 'Deleted']);
  });

  it('reads an empty value as absent, also of a known filter, and ignores system', () => {
    expect(read('name=&limit=&system=x').query).toMatchObject({ limit: 10, filters: [], customFields: [] });
  });

  it('D2.4 sorts ascending unless the name begins with a dash', () => {
    expect(read('sort=name').query).toMatchObject({ sort: 'name', descending: false });
    expect(read('sort=-name').query).toMatchObject({ sort: 'name', descending: true });
  });

  it('always includes the id in the requested fields', () => {
    expect(read('fields=name,created').fields).toEqual(['id', 'name', 'created']);
    expect(read('fields=allFields').fields).toContain('name');
  });

  it.each([
    ['limit=0', "'limit'"],
    ['limit=101', "'limit'"],
    ['limit=ten', "'limit'"],
    ['offset=-1', "'offset'"],
    ['offset=2001', "Deep pagination disabled, use 'nextLink' url"],
    ['sort=colour', "'colour'"],
    ['fields=name,colour', "'colour'"],
    ['fields=version', "'version'"],
    ['colour=red', "Unknown parameter 'colour'"],
    ['colour=', "Unknown parameter 'colour'"],
    ['name=a&name=b', "'name' is given 2 times"],
    ['done=maybe', "'done' must be true, false, 1 or 0"],
    ['idGreaterThan=99999999999', "'idGreaterThan' must be an integer"],
    ['createdAfter=yesterday', "'createdAfter' must be a time"],
    ['status=Gone', "'status' must be one of Active, Deleted"],
    ['__proto__=1', "Unknown parameter '__proto__'"],
    ['constructor=1', "Unknown parameter 'constructor'"],
    ['name[$ne]=1', "Unknown parameter 'name[$ne]'"],
    ['name=%00', "'name' must be valid Unicode"],
    [`ids=${Array.from({ length: 101 }, (_, i) => i).join(',')}`, "'ids' takes at most 100 values"],
  ])('refuses %s', (text, expected) => {
    expect(refused(text).message).toContain(expected);
  });
});

describe('parseOptions', () => {
  it('accepts only the options of the verb', () => {
    expect(parseOptions(things, 'create', [['deduplicate', '1']]).options).toEqual({ deduplicate: 'true' });
    expect(() => parseOptions(things, 'update', [['deduplicate', '1']])).toThrow("Unknown parameter 'deduplicate'");
  });
});

describe('parseId', () => {
  it.each(['0', '-1', '1.5', 'x', '2147483648', '', '1e3', ' 1'])('%p is no id', (text) => {
    expect(parseId(text)).toBeUndefined();
  });
  it('reads a positive int32', () => {
    expect(parseId('2147483647')).toBe(2147483647);
  });
});

it('D13.7 given tags[]=, a comma is part of the value; other names split at commas', () => {
  const descriptor = {
    resource: 'things',
    filters: {
      tags: { type: 'string', match: 'rule', many: true, commas: true },
      status: { type: 'string', match: 'equals', many: true },
    },
    sorts: {},
  } as unknown as Parameters<typeof parseListQuery>[0];
  const read = (query: string) =>
    parseListQuery(descriptor, new URLSearchParams(query)).query.filters.map(({ name, values }) => [name, ...values]);
  expect(read('tags[]=a,b&tags[]=c')).toEqual([['tags', 'a,b', 'c']]);
  expect(read('tags=a,b')).toEqual([['tags', 'a', 'b']]);
  expect(read('status[]=a,b')).toEqual([['status', 'a', 'b']]);
});
