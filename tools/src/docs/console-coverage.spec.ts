import { join } from 'node:path';
import { renderOpenApi } from './api-description';
import { compareOperations, findCalls, FOR_PROGRAMS, listOperations, readSources } from './console-coverage';

const CONSOLE = join(__dirname, '..', '..', '..', 'services', 'console', 'src');

describe('what the console calls of the API', () => {
  const operations = listOperations(JSON.parse(renderOpenApi()) as Parameters<typeof listOperations>[0]);
  const coverage = compareOperations(operations, readSources(CONSOLE), [FOR_PROGRAMS]);

  it('given an operation of the API, then a page calls it, or a list says why none does', () => {
    expect(coverage.missing).toEqual([]);
  });

  it('given the lists of exceptions, then each name is an operation', () => {
    expect(coverage.unknown).toEqual([]);
  });

  it('given an operation that neither the source nor a list names, then it is reported', () => {
    const source = 'porchlight.people.list({})';
    const { missing, unknown } = compareOperations(['people.people.list', 'people.people.get'], source, [
      { reason: ['people.people.none'] },
    ]);
    expect({ missing, unknown }).toEqual({ missing: ['people.people.get'], unknown: ['people.people.none'] });
  });

  it('given a call, a resource that is passed on and the stream, then their operations are found', () => {
    const calls = findCalls(
      `porchlight\n  .deals.list(query); use({ api: porchlight.teams, x }); porchlight.stream({})`,
    );
    expect([...calls].sort()).toEqual(
      [
        'deals.list',
        'stream.read',
        ...['create', 'delete', 'get', 'list', 'update'].map((verb) => `teams.${verb}`),
      ].sort(),
    );
  });
});
