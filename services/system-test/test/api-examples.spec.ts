import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEARDOWN_EXAMPLES, WITHOUT_FIXED_EXAMPLE, RECEIVER, EXAMPLES, type Example } from '@porchlight/openapi';
import type { Receiver } from '@porchlight/testkit';
import { createBrowser, type Browser } from '@porchlight/acceptance/src/browser';
import {
  clientWith,
  keyHeader,
  systemHeaders,
  unique,
  type Client,
  type Reply,
} from '@porchlight/acceptance/src/client';
import { readDescription } from '@porchlight/acceptance/src/described';
import { useReceiver } from '@porchlight/acceptance/src/receive';
import { signUp } from '@porchlight/acceptance/src/sign-up-account';
import { readConnection } from '@porchlight/acceptance/src/stack-connection';
import { FLOWS, type FlowRequest } from '../src/record-flows';
import { createRecorder } from '../src/record-responses';

interface Place {
  readonly method: string;
  readonly template: string;
}

/** Where every operation is reached, as the description says. */
const places = new Map<string, Place>(
  Object.entries(readDescription()['paths'] as Record<string, Record<string, { 'x-operation'?: string }>>).flatMap(
    ([template, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        operation['x-operation'] === undefined
          ? []
          : [
              [
                operation['x-operation'],
                { method: method.toUpperCase(), template: 'servers' in item ? template : `/v1${template}` },
              ] as const,
            ],
      ),
  ),
);

const shown = new Set([...EXAMPLES, ...TEARDOWN_EXAMPLES].map(({ operation }) => operation));
/** What only reads needs no words of its own: the records that the tour made are read, id 1. */
const READING: readonly Example[] = [...places.keys()]
  .filter((operation) => !shown.has(operation) && !WITHOUT_FIXED_EXAMPLE.has(operation))
  .map((operation) => ({ operation }));

/** File for the responses. The committed one is libs/openapi/src/examples/recorded-responses.json. */
const RECORDING = process.env['PORCHLIGHT_RECORD_EXAMPLES'] ?? join(tmpdir(), 'porchlight-responses.json');

const PATIENCE_MS = 20_000;
/** Another service has not seen an earlier request yet, or a limit is reached. */
const TOO_EARLY: readonly number[] = [400, 404, 409, 429, 503];

const DAY_MS = 86_400_000;
const formatDay = (ms: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(ms);
/** Days of the examples of reports about people, and those of this run, whose records are of today. */
const DAYS = [
  ['2026-01-01', formatDay(Date.now() - 30 * DAY_MS)],
  ['2026-01-31', formatDay(Date.now())],
] as const;
const toPresent = (value: string): string => DAYS.find(([day]) => day === value)?.[1] ?? value;

const PASSWORD = 'correct horse battery';

/** One line about a request that failed; none about a success. */
const describeFailure = ({ operation }: Example, { status, body }: Reply): string[] =>
  status >= 200 && status <= 299 ? [] : [`${operation}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`];

describe('the examples of the API description', () => {
  let owner: Client;
  let browser: Browser;
  let word = '';
  let recorder: ReturnType<typeof createRecorder>;
  let receiver: Receiver;
  /** Ids that are no sequence of the account: those of published apps, which all accounts share. */
  let published = 1;

  useReceiver((started) => (receiver = started));
  beforeAll(async () => {
    browser = createBrowser();
    word = unique();
    const up = await signUp(browser.json, {
      accountName: word,
      firstName: 'Ann',
      lastName: 'Owner',
      email: `${word}@example.com`,
      password: PASSWORD,
    });
    expect(up.status).toBe(201);
    const key = await browser.json(
      'POST',
      `/v1/users/${up.json.user.id}/apiKeys`,
      { label: 'tour' },
      { 'x-csrf-token': up.json.csrfToken },
    );
    expect(key.status).toBe(201);
    owner = clientWith({ ...keyHeader(key.json.apiKey), ...systemHeaders });
    recorder = createRecorder([
      [new URL(receiver.url).origin, RECEIVER],
      [readConnection().baseUrl, 'https://api.porchlight.example'],
      [word, 'harborlane'],
      ...DAYS.map(([day, present]) => [present, day] as const),
    ]);
  });
  afterAll(() => recorder.write(RECORDING));

  const buildRequest = ({
    operation,
    path = {},
    query = {},
    body,
  }: Example): { method: string; address: string; text: string | undefined } => {
    const { method, template } = places.get(operation)!;
    const ids: Record<string, string | number> = {
      id: /publishedInboxApps|installedApps/.test(template) ? published : 1,
      ...path,
    };
    const address = template.replace(/\{(\w+)\}/g, (_all, name: string) => String(ids[name]));
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [
        name,
        operation.startsWith('people.reports.') ? toPresent(String(value)) : String(value),
      ]),
    ).toString();
    const readBody = (): string | undefined => {
      if (body === undefined) return undefined;
      if (body instanceof URLSearchParams) return body.toString();
      // An address that receives, and an id that is not the account's own: all else is sent as it stands.
      const json = { ...body, ...('publishedInboxAppId' in body && { publishedInboxAppId: published }) };
      return JSON.stringify(json).replaceAll(RECEIVER, new URL(receiver.url).origin);
    };
    return { method, address: search === '' ? address : `${address}?${search}`, text: readBody() };
  };

  /**
   * Sends a request until it succeeds, and records its last response. What another service makes of an earlier request
   * arrives within seconds; a new account has the usual limits.
   */
  const record = async ({ by = owner, until = () => true, ...example }: FlowRequest): Promise<Reply> => {
    const { method, address, text } = buildRequest(example);
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const reply = await by.call(method, address, text === undefined ? {} : { body: text });
      const { status, headers, body } = reply;
      const isEarly = TOO_EARLY.includes(status) || (status < 300 && !until(body));
      if (!isEarly || Date.now() > deadline) {
        recorder.add(example.operation, reply);
        if (example.operation === 'notifier.publishedInboxApps.create') published = body?.id ?? 1;
        return reply;
      }
      const pauseMs = status === 429 ? 1_000 * Number(headers['retry-after'] ?? 1) : 250;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };

  it('succeed in order in a new account', async () => {
    const failed: string[] = [];
    for (const example of [...EXAMPLES, ...READING, ...TEARDOWN_EXAMPLES]) {
      failed.push(...describeFailure(example, await record(example)));
      // Some errors cause all later ones: the first one names the problem.
      if (failed.length > 12) break;
    }
    expect(failed).toEqual([]);
  }, 600_000);

  it.each(Object.entries(FLOWS))(
    'show %s',
    async (_subject, flow) => {
      const send = async (request: FlowRequest): Promise<Reply> => {
        const reply = await record(request);
        expect(describeFailure(request, reply)).toEqual([]);
        return reply;
      };
      const login = { email: `${word}@example.com`, password: PASSWORD };
      await flow({ send, derive: recorder.add, authorize: (address) => browser.authorize(address, login), receiver });
    },
    120_000,
  );
});
