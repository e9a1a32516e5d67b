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
      email: { type: 'string', match: 'rule' },
      personId: { type: 'int', match: 'equals' },
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
      isEmpty: false,
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
    ['limit=-5', "'limit'"],
    ['limit=ten', "'limit'"],
    ['offset=-1', "'offset'"],
    ['offset=2001', "Deep pagination disabled, use 'nextLink' url"],
    ['sort=colour', "'colour'"],
    ['fields=name,colour', "'colour'"],
    ['fields=version', "'version'"],
    ['colour=red', "Unknown parameter 'colour'"],
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

describe('D2.3 a limit', () => {
  it.each([
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['1000', 100],
    ['99999999999999999999', 100],
  ])('of %s counts as %i', (text, limit) => {
    expect(read(`limit=${text}`).query.limit).toBe(limit);
  });
});

describe('D13.10 queries of clients', () => {
  it.each(['status[0]=Active&status[1]=Deleted', 'status[7]=Active&status[]=Deleted', 'status[]=Active,Deleted'])(
    '%s is an array',
    (text) => {
      expect(read(text).query.filters).toEqual([{ name: 'status', values: ['Active', 'Deleted'] }]);
    },
  );

  it.each(['colour=', 'name=&colour=%20', 'status[]=&limit=&sort=', 'status=,'])('%s counts as absent', (text) => {
    expect(read(text)).toMatchObject({ query: { filters: [], limit: 10, sort: '' }, isEmpty: false });
  });

  it.each(['email=', 'id=', 'ids=', 'ids=,', 'personId=', 'email=%20&name=x', 'ids[]='])(
    '%s matches nothing',
    (text) => {
      expect(read(text).isEmpty).toBe(true);
    },
  );

  it('drops an empty name that is no filter of the list', () => {
    expect(read('phone=&smartListId=').isEmpty).toBe(false);
  });

  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T10:00:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00%20-05:00', '2026-01-31T15:00:00.000Z'],
  ])('the time %s is UTC', (text, time) => {
    expect(read(`createdAfter=${text}`).query.filters).toEqual([{ name: 'createdAfter', values: [time] }]);
  });

  const lenient = (text: string) => parseListQuery(things, new URLSearchParams(text), 'lenient');

  it.each(['colour=red', 'colour=red&limit=5&sort=name', 'colour=red&size=9&fields=name'])(
    'a lenient GET of %s, of which no filter is understood, is refused',
    (text) => {
      expect(() => lenient(text)).toThrow("Unknown parameter 'colour'");
    },
  );

  it.each(['colour=red&name=a', 'colour=red&idLessThan=5', 'colour=red&status[0]=Active'])(
    'a lenient GET of %s ignores the unknown filter',
    (text) => {
      expect(lenient(text).ignored).toEqual(['colour']);
    },
  );

  it.each(['sort=colour', 'sort=-colour', 'sort=name,colour'])(
    'a lenient GET with %s has the default order',
    (text) => {
      expect(lenient(text)).toMatchObject({ ignored: ['sort'], query: { sort: '', descending: true } });
    },
  );
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
