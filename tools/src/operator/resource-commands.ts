import { Option, type Command } from 'commander';
import type { Send } from '@porchlight/sdk';
import { addApiOptions, openTransport, type ApiOptions } from './api-target';
import { withDataFolder } from './api-command';
import OPERATIONS from './generated-operations.json';
import { printRecord, printRecords, type OutputFormat } from './print';
import { readBody, readPair } from './read-json-option';
import { wholeNumber } from './read-number';

/** An operation of the API description, as `npm run docs` writes it. */
export interface ApiOperation {
  /** `<resource>.<name>` of the SDK: people.list. */
  readonly name: string;
  readonly method: string;
  /** After /v1, with `{id}`. */
  readonly path: string;
  /** list: pages of records; whole: a list without pages; body: has a body; plain: the rest. */
  readonly kind: string;
  readonly summary: string;
  /** Query parameters: name, and a sentence about it. */
  readonly query: readonly (readonly string[])[];
}

/** Default of `--limit`, as for the API. */
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 10_000;
const MAX_PAGE = 100;
const MAX_COLUMNS = 6;
/** Paging is by `--limit`; the others are options of every command and remain available by `--query`. */
const RESERVED = new Set(
  'limit offset next query data json output quiet profile url apiKey system systemKey ca account as address signingKey'.split(
    ' ',
  ),
);

/** Formats a name of the API as a word of the command line: actionPlans becomes action-plans. */
export const toWord = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Adds a command for each operation of the API description: `people list`, `people get <id>`. */
export function addResourceCommands(program: Command, operations: readonly ApiOperation[] = OPERATIONS): void {
  const inOrder = operations.toSorted((one, other) => byResource(one).localeCompare(byResource(other)));
  for (const operation of inOrder) {
    const [resource = '', verb = ''] = operation.name.split('.');
    const group = findGroup(program, toWord(resource));
    addOperation(group.command(toWord(verb)), operation);
  }
  for (const group of program.commands)
    if (group.description() === '') group.description(group.commands.map((command) => command.name()).join(', '));
}

const byResource = ({ name }: ApiOperation): string => name.split('.')[0]!;

const findGroup = (program: Command, name: string): Command =>
  program.commands.find((command) => command.name() === name) ?? program.command(name);

function addOperation(command: Command, operation: ApiOperation): void {
  const { path, kind, summary, query } = operation;
  command.description(summary);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  for (const name of names) command.argument(`<${name}>`);
  if (kind === 'list')
    command.option('--limit <n>', `records, up to ${MAX_LIMIT}`, wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT);
  if (kind === 'body') command.option('-d, --data <json>', 'body: JSON, @file, or - for standard input');
  for (const [name = '', about] of query)
    if (!RESERVED.has(name)) command.addOption(new Option(`--${toWord(name)} <value>`, about));
  command.option('-Q, --query <name=value>', 'any query parameter; repeatable', readPair, {});
  addApiOptions(command).action(async () => {
    const flags = command.optsWithGlobals<ApiOptions & Flags>();
    const options = kind === 'body' ? withDataFolder(command, flags) : flags;
    const { data, ...ownFlags } = command.opts<Flags & Readonly<Record<string, unknown>>>();
    const filters = query.flatMap(([name = '']) =>
      RESERVED.has(name) || ownFlags[name] === undefined ? [] : [[name, ownFlags[name]] as const],
    );
    await runOperation(openTransport(options), operation, {
      path: fillPath(path, names, command.processedArgs as string[]),
      query: { ...Object.fromEntries(filters), ...flags.query },
      limit: flags.limit ?? DEFAULT_LIMIT,
      output: flags.output,
      ...(kind === 'body' && { body: data === undefined ? {} : readBody(data) }),
    });
  });
}

interface Flags {
  readonly query: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly data?: string;
}

const fillPath = (path: string, names: readonly string[], values: readonly string[]): string =>
  names.reduce((text, name, at) => text.replace(`{${name}}`, encodeURIComponent(values[at] ?? '')), `/v1${path}`);

interface Invocation {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly output: OutputFormat | undefined;
  readonly body?: unknown;
}

/** Sends the requests of an operation and prints its records. */
export async function runOperation(
  send: Send,
  { method, kind }: Pick<ApiOperation, 'method' | 'kind'>,
  { path, query, limit, output, body }: Invocation,
): Promise<void> {
  if (kind === 'list' || kind === 'whole') {
    const records = await readRecords(send, path, query, kind === 'list' ? limit : undefined);
    return printRecords(records, chooseColumns(records), output);
  }
  const { data } = await send<object | undefined>({ method, path, query, body });
  printRecord(data ?? {}, output);
}

interface Page {
  readonly _metadata: { readonly collection: string; readonly next?: string | null };
  readonly [collection: string]: unknown;
}

/** Reads up to `limit` records, in pages of at most 100. */
async function readRecords(
  send: Send,
  path: string,
  query: Invocation['query'],
  limit: number | undefined,
): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  let next: string | null | undefined;
  do {
    const paging = limit !== undefined && { limit: Math.min(limit, MAX_PAGE), ...(next && { next }) };
    const { data } = await send<Page>({ method: 'GET', path, query: { ...query, ...paging } });
    const { collection } = data._metadata;
    records.push(...((data[collection] ?? []) as Record<string, unknown>[]));
    next = data._metadata.next;
  } while (next && limit !== undefined && records.length < limit);
  return limit === undefined ? records : records.slice(0, limit);
}

/** The first fields of a record that fit into a table: the id, then texts and numbers. */
export function chooseColumns(records: readonly Readonly<Record<string, unknown>>[]): string[] {
  const [first = {}] = records;
  const names = Object.keys(first).filter((name) => typeof first[name] !== 'object' && first[name] !== '');
  return (names.length > 0 ? names : Object.keys(first)).slice(0, MAX_COLUMNS);
}
