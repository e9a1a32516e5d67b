import { gzipSync } from 'node:zlib';

/** A body that is built to cost a service more time than its bytes. */
export interface HostileBody {
  readonly name: string;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** The only status and code that a route with a body may return, unless it refuses the caller or the path. */
  readonly refusal?: readonly [status: number, errorCode: string];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const MULTIPART_TYPE = { 'content-type': 'multipart/form-data; boundary=x' };

const range = <T>(count: number, build: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => build(nth));
const keys = (count: number, name: (nth: number) => string, value: unknown = 1): Record<string, unknown> =>
  Object.fromEntries(range(count, (nth) => [name(nth), value]));

/** Fields of the API that are lists, texts or objects: every route finds some of its own. */
const FIELDS = [
  ...[
    'emails',
    'phones',
    'addresses',
    'tags',
    'people',
    'emEvents',
    'steps',
    'stages',
    'users',
    'userIds',
    'peopleIds',
  ],
  ...[
    'participants',
    'choices',
    'postalCodes',
    'types',
    'sources',
    'collaborators',
    'redirectUris',
    'scopes',
    'requests',
  ],
  ...['name', 'email', 'phone', 'address', 'message', 'description', 'body', 'subject', 'value', 'firstName', 'csv'],
  ...['query', 'filters', 'customFields', 'password', 'mapping', 'note', 'background', 'label', 'url', 'recipients'],
];
/** A body with the same value in every field, also within the person of a lead. */
const everywhere = (value: unknown): Record<string, unknown> => {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, value]));
  return { ...fields, personId: 1, isHtml: true, type: 'Registration', person: fields };
};

const json = (name: string, value: unknown, refusal?: HostileBody['refusal']): HostileBody => ({
  name,
  body: typeof value === 'string' ? value : JSON.stringify(value),
  headers: JSON_TYPE,
  ...(refusal && { refusal }),
});
const form = (name: string, body: string, refusal?: HostileBody['refusal']): HostileBody => ({
  name,
  body,
  headers: FORM_TYPE,
  ...(refusal && { refusal }),
});

const COMPLEX = [400, 'BODY_TOO_COMPLEX'] as const;
const EMAILS = range(16_000, (nth) => ({ value: `a${nth}@x.example` }));
const OBJECTS = range(48, (nth) => keys(999, (key) => `x${nth}_${key}`));

/** About 30 bodies; each is valid HTTP and at most 1 MiB. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  json(
    '45,000 unknown keys',
    keys(45_000, (nth) => `k${nth}`),
    COMPLEX,
  ),
  json('45,000 unknown keys of the person', { person: keys(45_000, (nth) => `k${nth}`) }, COMPLEX),
  json(
    '45,000 custom keys',
    keys(45_000, (nth) => `customK${nth}`),
    COMPLEX,
  ),
  json(
    '1,000 unknown keys',
    keys(1_000, (nth) => `k${nth}`),
  ),
  json('1,900 custom keys', {
    ...keys(900, (nth) => `customK${nth}`, 'x'),
    person: { emails: ['hostile@x.example'], ...keys(999, (nth) => `customP${nth}`, 'x') },
  }),
  json(
    'keys with quotes',
    keys(1_000, (nth) => `k'${nth}', '`.repeat(10)),
  ),
  json('one key 60,000 times', `{${'"a":1,'.repeat(60_000)}"a":1}`, COMPLEX),
  json('300,000 empty lists', `[${'[],'.repeat(300_000)}[]]`, COMPLEX),
  json('100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), COMPLEX),
  json('200 levels in every field', everywhere(JSON.parse('['.repeat(200) + ']'.repeat(200)))),
  json('16,000 emails', { ...everywhere('x'), emails: EMAILS, person: { emails: EMAILS } }),
  json('300 objects in every list', everywhere(range(300, () => ({ a: 1 })))),
  json('600 texts in every list', everywhere(range(600, (nth) => `${nth}@x.example`))),
  json('48 objects of 999 keys as people', { people: OBJECTS }),
  json('48 objects of 999 keys as emails', { emails: OBJECTS }),
  json('48 objects of 999 keys as emails of the person', { person: { emails: OBJECTS } }),
  json('48 objects of 999 keys as steps', { name: 'x', steps: OBJECTS }),
  json('40,000 tags', { tags: range(40_000, (nth) => `t${nth}`), person: { name: 'Tag', tags: ['x'] } }),
  json('20,000 tags of HTML in every text', everywhere('<b>'.repeat(5_000))),
  json('20,000 tags in a message', {
    message: '<b>'.repeat(20_000),
    body: '<b>'.repeat(20_000),
    isHtml: true,
    personId: 1,
    person: { emails: ['tags@x.example'] },
  }),
  json('150,000 entities', {
    message: '&amp;'.repeat(150_000),
    person: { name: 'Ann', background: '&#39;'.repeat(20_000) },
  }),
  json('addresses in one text', everywhere('a@b.example, '.repeat(1_000))),
  json('digits and separators', everywhere('1,'.repeat(8_000))),
  json('blanks', everywhere(`${' '.repeat(15_000)}x`)),
  json('JSON in texts', everywhere(`[${'{"a":1},'.repeat(1_500)}1]`)),
  json('60,000 keys in a text', { person: JSON.stringify(keys(60_000, (nth) => `k${nth}`)), payload: '{}' }),
  json('a table with one long cell', { csv: `Name,Tags\nAnn,"${'a|'.repeat(40_000)}"` }),
  json('50 requests of a batch', {
    requests: range(50, () => ({
      method: 'POST',
      path: '/v1/events',
      body: {
        message: '<b>'.repeat(4_000),
        person: { tags: range(200, (nth) => `t${nth}`), email: 'batch@x.example' },
      },
    })),
  }),
  json('one text of 1 MB', { message: 'x'.repeat(1_000_000), name: 'x', person: { name: 'Ann' } }),
  form('2,001 fields of a form', range(2_001, (nth) => `k${nth}=1`).join('&'), [400, 'MALFORMED_FORM']),
  form('1,001 keys of an object in a form', range(1_001, (nth) => `person[k${nth}]=1`).join('&'), COMPLEX),
  form('nested names in a form', `${'person[emails][0][value]'.repeat(3)}=1&`.repeat(1_900)),
  {
    name: '2,100 parts of a form',
    body: `${range(2_100, (nth) => `--x\r\nContent-Disposition: form-data; name="k${nth}"\r\n\r\n1\r\n`).join('')}--x--\r\n`,
    headers: MULTIPART_TYPE,
  },
  {
    name: 'gzip that expands to 64 MB',
    body: gzipSync(Buffer.alloc(64 * 1_048_576, '[')),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    refusal: [413, 'BODY_TOO_LARGE'],
  },
];
