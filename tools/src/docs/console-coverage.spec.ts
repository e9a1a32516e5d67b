import { DELIVERY_ERRORS } from '@porchlight/contracts/src/notifier/delivery-errors';
import { readFileSync } from 'node:fs';
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

describe('the hints of the console', () => {
  it('given a reason why a delivery has no response, then the console says what to do about it', () => {
    const source = readFileSync(join(CONSOLE, 'webhooks', 'delivery-hint.ts'), 'utf8');
    const table = /ERROR_HINTS.*?\{(.*?)\n\};/s.exec(source)![1]!;
    const reasons = [...table.matchAll(/^ {2}'?([a-z-]+)'?: t`/gm)].map(([, reason]) => reason);
    expect(reasons).toEqual(DELIVERY_ERRORS);
  });
});
