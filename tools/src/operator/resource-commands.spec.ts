import type { Request, Send } from '@porchlight/sdk';
import { createProgram, GROUPS, listCommands } from './create-program';
import { chooseColumns, runOperation, toWord } from './resource-commands';
import { sendAndPrint } from './api-command';

const printed = (): string => (console.log as jest.Mock).mock.calls.flat().join('\n');
beforeEach(() => jest.spyOn(console, 'log').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

/** A service with people 1 to `count`, in pages. */
const createService = (count: number) => {
  const requests: Request[] = [];
  const send = (async (request: Request) => {
    requests.push(request);
    const { limit = 10, next = '0' } = request.query as { limit?: number; next?: string };
    const people = Array.from({ length: Math.min(limit, count - Number(next)) }, (_, at) => ({
      id: Number(next) + at + 1,
    }));
    const last = Number(next) + people.length;
    const data = { _metadata: { collection: 'people', next: last < count ? String(last) : null }, people };
    return { data, response: new Response() };
  }) as unknown as Send;
  return { requests, send };
};
const LIST = { method: 'GET', kind: 'list' };
const list = { path: '/v1/people', query: { stage: 'Lead' }, output: 'quiet' as const };

describe('commands from the API description', () => {
  it('given a limit of more than a page, then pages are read until it is reached', async () => {
    const { send, requests } = createService(250);
    await runOperation(send, LIST, { ...list, limit: 120 });
    expect(printed().split('\n')).toHaveLength(120);
    expect(requests.map(({ query }) => query)).toEqual([
      { stage: 'Lead', limit: 100 },
      { stage: 'Lead', limit: 100, next: '100' },
    ]);
  });

  it('given fewer records than the limit, then all are printed', async () => {
    const { send } = createService(3);
    await runOperation(send, LIST, { ...list, limit: 120 });
    expect(printed()).toBe('1\n2\n3');
  });

  it('given a body, then it is sent', async () => {
    const { send, requests } = createService(0);
    const call = { path: '/v1/people', query: {}, limit: 10, output: 'json' as const, body: { firstName: 'Ada' } };
    await runOperation(send, { method: 'POST', kind: 'body' }, call);
    expect(requests).toEqual([expect.objectContaining({ method: 'POST', body: { firstName: 'Ada' } })]);
  });

  it('given names of the API, then commands are words of the shell', () => {
    expect(['people', 'actionPlansPeople', 'emEvents'].map(toWord)).toEqual([
      'people',
      'action-plans-people',
      'em-events',
    ]);
  });

  it('given records, then a table has their first six plain fields', () => {
    const record = { id: 1, tags: [], a: '', b: 'x', c: 1, d: true, e: 2, f: 3, g: 4 };
    expect(chooseColumns([record])).toEqual(['id', 'b', 'c', 'd', 'e', 'f']);
  });
});

describe('porchlight api', () => {
  it('given csv, then the records of the page are printed', async () => {
    const { send } = createService(2);
    await sendAndPrint(send, { method: 'GET', path: '/v1/people', query: {}, headers: {} }, 'csv', false);
    expect(printed()).toBe('id\r\n1\r\n2');
  });

  it('given no format, then the body is printed as JSON', async () => {
    const { send } = createService(1);
    await sendAndPrint(send, { method: 'GET', path: '/v1/people', query: {}, headers: {} }, undefined, false);
    expect(JSON.parse(printed())).toMatchObject({ people: [{ id: 1 }] });
  });
});

describe('the program', () => {
  const program = createProgram();
  const find = (...names: string[]) =>
    names.reduce((command, name) => command.commands.find((one) => one.name() === name)!, program);

  it('given the help, then commands of partners, operators and records are groups of their own', () => {
    const help = program.helpInformation();
    const places = [GROUPS.partner, GROUPS.operator, GROUPS.records].map((title) => help.indexOf(title));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });

  it.each([
    ['people', 'list', '--assigned-user-id'],
    ['people', 'create', '--data'],
    ['key', 'create', '--expires'],
    ['system', 'register', '--account'],
    ['webhook', 'list', '--profile'],
  ])('%s %s has the option %s', (group, name, option) => {
    expect(find(group, name).options.map(({ long }) => long)).toContain(option);
  });

  it('given any command, then it takes --json and --output', () => {
    const without = listCommands(program).filter((command) => !command.options.some(({ long }) => long === '--output'));
    expect(without.map((command) => command.name())).toEqual([]);
  });

  it('given any command, then it has a description', () => {
    expect(listCommands(program).filter((command) => command.description() === '')).toEqual([]);
  });
});
