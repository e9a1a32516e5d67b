import { Argument, InvalidArgumentError, type Command } from 'commander';
import type { Send } from '@porchlight/sdk';
import { addApiOptions, openTransport, type ApiOptions } from './api-target';
import { formatCsv, printResult, type OutputFormat } from './print';
import { readBody, readPair } from './read-json-option';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

interface Flags {
  readonly query: Record<string, string>;
  readonly header: Readonly<Record<string, string>>;
  readonly data?: string;
  readonly include: boolean;
}

/** Adds `api`: any request to the API with the credentials of a profile. */
export function addApiCommand(program: Command): void {
  addApiOptions(program.command('api'))
    .description('send any request to the API and print the response')
    .addArgument(new Argument('<method>', 'method of the request').choices(METHODS).argParser(readMethod))
    .argument('<path>', 'path, such as /v1/people; /v1 may be omitted', readPath)
    .option('-Q, --query <name=value>', 'query parameter; repeatable', readPair, {})
    .option('-H, --header <name=value>', 'header; repeatable', readPair, {})
    .option('-d, --data <json>', 'body: JSON, @file, or - for standard input')
    .option('-i, --include', 'print status and headers too, on standard error', false)
    .addHelpText(
      'after',
      `
Examples:
  porchlight api GET /v1/people --query limit=5
  porchlight api POST /v1/notes --data '{"personId": 1, "body": "Likes the garden."}'
  porchlight api POST /v1/events --data @lead.json --header Prefer=handling=strict
  porchlight api GET /v1/people --output csv > people.csv`,
    )
    .action(async (method: string, path: string, flags: Flags, command: Command) => {
      const { data: body, header: headers, include } = flags;
      const [plainPath = path, text = ''] = path.split('?', 2);
      const query = [...new URLSearchParams(text)].reduce((all, pair) => readPair(pair.join('='), all), flags.query);
      const options = command.optsWithGlobals<ApiOptions>();
      const send = openTransport(withDataFolder(command, options));
      await sendAndPrint(
        send,
        { method, path: plainPath, query, ...(body !== undefined && { body: readBody(body) }), headers },
        options.output,
        include,
      );
    });
}

/** The options without `--data` of the command itself, which is the body of the request. */
export const withDataFolder = (command: Command, options: ApiOptions): ApiOptions => ({
  ...options,
  data: command.parent?.optsWithGlobals<ApiOptions>().data,
});

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a request and prints the body of its response. */
export async function sendAndPrint(
  send: Send,
  { headers, ...request }: Request,
  output: OutputFormat | undefined,
  include: boolean,
): Promise<void> {
  const { data, response } = await send<unknown>(request, { headers });
  if (include) {
    console.error(`HTTP ${response.status}`);
    for (const [name, value] of response.headers) console.error(`${name}: ${value}`);
  }
  if (data === undefined) return;
  if (output === 'csv') console.log(formatCsv(listRecords(data)));
  else printResult(output === 'quiet' ? listRecords(data) : data, output, (value) => JSON.stringify(value, null, 2));
}

/** The records of a page, or the body as one record. */
const listRecords = (data: unknown): Record<string, unknown>[] => {
  const body = data as Record<string, unknown> & { readonly _metadata?: { readonly collection: string } };
  const records = body._metadata && body[body._metadata.collection];
  return (Array.isArray(records) ? records : [body]) as Record<string, unknown>[];
};

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHODS.includes(method)) return method;
  throw new InvalidArgumentError(`Give one of ${METHODS.join(', ')}.`);
}

function readPath(text: string): string {
  if (!/^\/[^/\s]/.test(text)) throw new InvalidArgumentError('Give a path, such as /v1/people.');
  return /^\/v1(\/|\?|$)/.test(text) ? text : `/v1${text}`;
}
