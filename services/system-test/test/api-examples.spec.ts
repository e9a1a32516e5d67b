import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEARDOWN_EXAMPLES, MADE_EACH_TIME, RECEIVER, EXAMPLES, type Example } from '@porchlight/openapi';
import type { Receiver } from '@porchlight/testkit';
import { createBrowser } from '@porchlight/acceptance/src/browser';
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
  .filter((operation) => !shown.has(operation) && !MADE_EACH_TIME.has(operation))
  .map((operation) => ({ operation }));

/** File for the responses. The committed one is libs/openapi/src/examples/recorded-responses.json. */
const RECORDING = process.env['PORCHLIGHT_RECORD_EXAMPLES'] ?? join(tmpdir(), 'porchlight-responses.json');

const PATIENCE_MS = 20_000;

const DAY_MS = 86_400_000;
const formatDay = (ms: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(ms);
/** Days of the examples of reports about people, and those of this run, whose records are of today. */
const DAYS = [
  ['2026-01-01', formatDay(Date.now() - 30 * DAY_MS)],
  ['2026-01-31', formatDay(Date.now())],
] as const;
const toPresent = (value: string): string => DAYS.find(([day]) => day === value)?.[1] ?? value;

describe('the examples of the API description', () => {
  let owner: Client;
  let word = '';
  let receiver: Receiver;
  /** Ids that are no sequence of the account: those of published apps, which all accounts share. */
  let published = 1;

  useReceiver((started) => (receiver = started));
  beforeAll(async () => {
    const browser = createBrowser();
    word = unique();
    const password = 'correct horse battery';
    const up = await signUp(browser.json, {
      accountName: word,
      firstName: 'Ann',
      lastName: 'Owner',
      email: `${word}@example.com`,
      password,
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
  });

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
    // An address that receives, and an id that is not the account's own: all else is sent as it stands.
    const text =
      body === undefined
        ? undefined
        : JSON.stringify({
            ...body,
            ...('publishedInboxAppId' in body && { publishedInboxAppId: published }),
          }).replaceAll(RECEIVER, new URL(receiver.url).origin);
    return { method, address: search === '' ? address : `${address}?${search}`, text };
  };

  /** What another service makes of it arrives within seconds; a new account has the usual limits. */
  const send = async (example: Example): Promise<Reply> => {
    const { method, address, text } = buildRequest(example);
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const reply = await owner.call(method, address, text === undefined ? {} : { body: text });
      const later =
        reply.status === 429 ||
        reply.status === 404 ||
        reply.status === 409 ||
        reply.status === 400 ||
        reply.status === 503;
      if (!later || Date.now() > until) return reply;
      await new Promise((resolve) =>
        setTimeout(resolve, reply.status === 429 ? 1_000 * Number(reply.headers['retry-after'] ?? 1) : 250),
      );
    }
  };

  it('succeed in order in a new account', async () => {
    const failed: string[] = [];
    const recorder = createRecorder([
      [new URL(receiver.url).origin, RECEIVER],
      [readConnection().baseUrl, 'https://api.porchlight.example'],
      [word, 'harborlane'],
      ...DAYS.map(([day, present]) => [present, day] as const),
    ]);
    for (const example of [...EXAMPLES, ...READING, ...TEARDOWN_EXAMPLES]) {
      const reply = await send(example);
      if (example.operation === 'notifier.publishedInboxApps.create') published = reply.body?.id ?? 1;
      recorder.add(example.operation, reply);
      if (reply.status < 200 || reply.status > 299)
        failed.push(`${example.operation}: ${reply.status} ${JSON.stringify(reply.body)?.slice(0, 300)}`);
      // Some errors cause all later ones: the first one names the problem.
      if (failed.length > 12) break;
    }
    expect(failed).toEqual([]);
    recorder.write(RECORDING);
  }, 600_000);
});
