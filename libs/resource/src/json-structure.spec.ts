import { isRefusal } from '@porchlight/errors';
import { checkJsonStructure } from './json-structure';
import { parseJsonText } from './reading';

const keys = (count: number): string => Array.from({ length: count }, (_, nth) => `"k${nth}":1`).join();

/** The message of the refusal; undefined if the body is accepted. */
const refusalOf = (check: () => unknown): string | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'BODY_TOO_COMPLEX') return error.message;
    throw error;
  }
};
const check = (json: string): string | undefined => refusalOf(() => checkJsonStructure(Buffer.from(json)));

describe('N6 what a body consists of is counted before it is parsed', () => {
  it.each([
    ['the body', `{${keys(1_001)}}`],
    ['an object in it', `{"person":{${keys(1_001)}}}`],
    ['an object in a list', `[1,{"a":[{}]},{${keys(1_001)}}]`],
    ['an object whose keys stand around another one', `{${keys(500)},"x":{${keys(10)}},${keys(500)}}`],
    ['an object of which a key is repeated', `{${'"a":1,'.repeat(1_000)}"a":1}`],
  ])('given more than 1,000 keys in %s, then it is refused with the limit and the count', (_where, json) =>
    expect(check(json)).toBe('The body has 1001 keys in one object; the limit is 1000. Send less in one request.'),
  );

  it('given 1,000 keys in each of several objects, then they are accepted', () =>
    expect(check(`[{${keys(1_000)}},{${keys(1_000)}},{"a":{${keys(1_000)}}}]`)).toBeUndefined());

  it('given colons, commas and brackets in text, then they do not count', () =>
    expect(check(JSON.stringify({ text: '"{[:,\\'.repeat(60_000) }))).toBeUndefined());

  it('given too many values, then the count is named', () =>
    expect(check(`[${'1,'.repeat(60_000)}1]`)).toContain('has 60002 values; the limit is 50000'));

  it('given too many levels, then the count is named', () =>
    expect(check('['.repeat(100_000))).toContain('has 100000 levels of nesting; the limit is 256'));

  it.each([']]]]}}:::,"', `message=${'a:b '.repeat(2_000)}`])(
    'given text that is no JSON, then it is left to the parser',
    (text) => expect(check(text)).toBeUndefined(),
  );
});

describe('N6 JSON in a text of a body', () => {
  it.each([
    ['keys', `{${keys(1_001)}}`],
    ['values', `[${'1,'.repeat(60_000)}1]`],
  ])('given too many %s, then the body is refused', (what, text) =>
    expect(refusalOf(() => parseJsonText(text))).toContain(what),
  );
});
