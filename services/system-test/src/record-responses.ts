import { writeFileSync } from 'node:fs';

/** Recorded responses: by operation, then by status. */
type Recorded = Record<string, Record<string, unknown>>;

/** Largest example, characters: the description itself is none. */
const MAX_EXAMPLE = 20_000;
/** Records of a list that an example shows. */
const MAX_SHOWN = 2;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(Z|\+00:00)$/;
/** A token in an address, for example of a file, a calendar or an invitation. */
const TOKEN = /(?<=[/=])[\w-]{43,}/g;
const SAMPLE_TOKEN = 'Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1yZWFsLXRva2Vu';
/** Values that differ in each account, and what an example shows instead. */
const SECRETS: Readonly<Record<string, string>> = {
  apiKey: 'plk_2f6c1e8b9a7d4c3f',
  prefix: 'plk_2f6c',
  key: 'pls_8d1b6f0a4c2e9d7b',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  clientId: 'plc_5b7e1c9d3a2f',
  clientSecret: 'plcs_9e8d7c6b5a4f3e2d',
  requestId: '01J9ZQ5V8R6Y3T2W1X0K4M7N8P',
  'x-request-id': '01J9ZQ5V8R6Y3T2W1X0K4M7N8P',
  access_token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.example.signature',
  refresh_token: 'plr_7c6b5a4f3e2d1c0b',
};

/** The part of a value that an example shows: no secrets, no times and addresses of the run, two records of a list. */
const simplify = (value: unknown, name: string, replacements: readonly (readonly [string, string])[]): unknown => {
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN).map((part) => simplify(part, name, replacements));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]: [string, unknown]) => [key, simplify(part, key, replacements)]),
    );
  if (typeof value !== 'string') return value;
  if (SECRETS[name] !== undefined) return SECRETS[name];
  const text = value.replace(TIME, '2026-01-31T12:00:00$1').replace(TOKEN, SAMPLE_TOKEN);
  return replacements.reduce((all, [from, to]) => all.replaceAll(from, to), text);
};

/** Collects the responses of a run for the examples of the API description. */
export const createRecorder = (replacements: readonly (readonly [from: string, to: string])[]) => {
  const recorded: Recorded = {};
  return {
    add(operation: string, { status, body }: { readonly status: number; readonly body: unknown }): void {
      if (body === undefined || JSON.stringify(body).length > MAX_EXAMPLE) return;
      (recorded[operation] ??= {})[String(status)] ??= simplify(body, '', replacements);
    },
    write(file: string): void {
      const sorted = Object.fromEntries(Object.entries(recorded).sort(([one], [other]) => (one < other ? -1 : 1)));
      writeFileSync(file, `${JSON.stringify(sorted, null, 1)}\n`);
    },
  };
};
