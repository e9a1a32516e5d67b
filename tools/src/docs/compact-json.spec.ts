import { compactJson } from './compact-json';

describe('compactJson', () => {
  const value = { paths: { '/people': { get: { tags: ['people'] } } }, list: [{ a: 1 }], none: undefined, empty: {} };

  it('given any value, when it is rendered, then it reads back unchanged', () => {
    expect(JSON.parse(compactJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });

  it('given nested objects, when they are rendered, then each member of the upper levels has a line', () => {
    expect(compactJson(value)).toBe(
      '{\n"paths":{\n"/people":{\n"get":{"tags":["people"]}\n}\n},\n"list":[{"a":1}],\n"empty":{}\n}\n',
    );
  });
});
