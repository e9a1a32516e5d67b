import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchExpected } from './sample-match';
import { expandPlaceholders, type SampleRun } from './sample-placeholders';

export { matchExpected } from './sample-match';
export { createSampleRun, expandPlaceholders, type SampleRun } from './sample-placeholders';

/** One lead as a portal sends it, and the expected result. samples/leads/README.md describes the format. */
export interface LeadSample {
  /** File name without `.json`; other samples refer to it. */
  readonly file: string;
  readonly description: string;
  readonly request: {
    /** User whose API key sends it: owner (default), broker, agent, agent2 or lender. */
    readonly as?: string;
    /** False omits X-System and X-System-Key. Default true. */
    readonly system?: boolean;
    /** Default application/json, for `form` application/x-www-form-urlencoded. */
    readonly contentType?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Exactly one of these three. */
    readonly body?: unknown;
    readonly form?: readonly string[];
    readonly raw?: string;
    /** Bytes of the body: utf8 (default) or latin1. */
    readonly encoding?: 'utf8' | 'latin1';
  };
  readonly expect: {
    readonly status: number;
    readonly person?: Readonly<Record<string, unknown>>;
    readonly event?: Readonly<Record<string, unknown>>;
    readonly samePersonAs?: string;
    readonly notPersonOf?: string;
    /** Texts that `errorMessage` contains, upper and lower case alike. */
    readonly errorMessage?: readonly string[];
    /** Names that X-Ignored contains; an empty list expects no such header. */
    readonly ignored?: readonly string[];
  };
  /** Samples that must have been sent before, beyond those that the request and the expectation name. */
  readonly after?: readonly string[];
  /** The sample that sends the same defect with strict handling and is rejected. */
  readonly lenientTwinOf?: string;
}

/** A request to the service under test; the transport adds base URL, credentials and system headers. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly as: string;
  readonly system: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Encoding of the body; default utf8. */
  readonly encoding?: 'utf8' | 'latin1';
}
export interface SampleAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, or undefined. */
  readonly body: unknown;
}
export type SampleTransport = (request: SampleRequest) => Promise<SampleAnswer>;

/** Result of one sample; as expected if `problems` is empty. */
export interface SampleOutcome {
  readonly sample: LeadSample;
  /** 0 if there was no response. */
  readonly status: number;
  readonly personId?: number;
  readonly problems: readonly string[];
}

const REQUEST_KEYS = ['as', 'system', 'contentType', 'headers', 'body', 'form', 'raw', 'encoding'];
const EXPECT_KEYS = ['status', 'person', 'event', 'samePersonAs', 'notPersonOf', 'errorMessage', 'ignored'];

function checkSample(file: string, value: any): LeadSample {
  const fail = (why: string): never => {
    throw new Error(`Sample ${file}.json: ${why}`);
  };
  const unknown = (object: object | undefined, known: string[], where: string): void => {
    const odd = Object.keys(object ?? {}).filter((key) => !known.includes(key));
    if (odd.length > 0) fail(`unknown keys in ${where}: ${odd.join(', ')}`);
  };
  unknown(value, ['description', 'request', 'expect', 'after', 'lenientTwinOf'], 'the file');
  if (typeof value.description !== 'string' || value.description === '') fail(`'description' is missing`);
  if (typeof value.request !== 'object' || typeof value.expect !== 'object') fail(`'request' or 'expect' is missing`);
  unknown(value.request, REQUEST_KEYS, 'request');
  unknown(value.expect, EXPECT_KEYS, 'expect');
  if (['body', 'form', 'raw'].filter((key) => key in value.request).length !== 1)
    fail(`'request' needs exactly one of body, form, raw`);
  if (!Number.isInteger(value.expect.status)) fail(`'expect.status' is missing`);
  return { file, ...value };
}

/** The file name without folder and `.json`. */
const nameOf = (path: string): string => path.replace(/^.*[\\/]/, '').slice(0, -'.json'.length);

/**
 * Reads a folder of samples with its subfolders (or one file) in the order of file names. Throws with file name and
 * reason if one is malformed.
 */
export async function loadSamples(path: string): Promise<LeadSample[]> {
  const files = path.endsWith('.json')
    ? [path]
    : (await readdir(path, { recursive: true }))
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(path, name))
        .sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  if (files.length === 0) throw new Error(`There are no samples (*.json) in ${path}`);
  return Promise.all(
    files.map(async (path) => {
      const file = nameOf(path);
      try {
        return checkSample(file, JSON.parse(await readFile(path, 'utf8')));
      } catch (error) {
        throw error instanceof SyntaxError
          ? new Error(`Sample ${file}.json is not valid JSON: ${error.message}`)
          : error;
      }
    }),
  );
}

/** Returns the samples that must be sent before this one. */
function listPredecessors(sample: LeadSample): string[] {
  const named = [...JSON.stringify(sample).matchAll(/\{\{person:([^}]+)\}\}/g)].map((match) => match[1]!);
  const { samePersonAs, notPersonOf } = sample.expect;
  return [...named, ...(sample.after ?? []), ...[samePersonAs, notPersonOf].filter((file) => file !== undefined)];
}

/**
 * Splits samples into chains: samples that refer to one another stay together in file order, so that chains can be sent
 * concurrently. Throws if a sample refers to a missing or a later one.
 */
export function planChains(samples: readonly LeadSample[]): LeadSample[][] {
  const chains = new Map<string, LeadSample[]>();
  for (const sample of samples) {
    let chain: LeadSample[] = [];
    for (const file of listPredecessors(sample)) {
      const other = chains.get(file);
      if (!other) throw new Error(`Sample ${sample.file} refers to ${file}, which is not among the samples before it`);
      if (other !== chain) chain = [...chain, ...other];
      for (const one of chain) chains.set(one.file, chain);
    }
    chain.push(sample);
    chains.set(sample.file, chain);
  }
  const order = new Map(samples.map((sample, index) => [sample.file, index]));
  return [...new Set(chains.values())].map((chain) => chain.sort((a, b) => order.get(a.file)! - order.get(b.file)!));
}

function buildRequest(sample: LeadSample, run: SampleRun): SampleRequest {
  const { as = 'owner', system = true, contentType, headers, body, form, raw, encoding } = sample.request;
  const type = contentType ?? (form ? 'application/x-www-form-urlencoded' : 'application/json');
  const text = form
    ? form.map((pair) => String(expandPlaceholders(pair, run, encodeURIComponent))).join('&')
    : raw !== undefined
      ? String(expandPlaceholders(raw, run))
      : JSON.stringify(expandPlaceholders(body, run));
  const more = expandPlaceholders(headers ?? {}, run) as Record<string, string>;
  const all = { ...more, 'content-type': type };
  return { method: 'POST', path: '/v1/events', as, system, headers: all, body: text, ...(encoding && { encoding }) };
}

/** Compares the names of X-Ignored with the expected ones. */
function compareIgnored(expected: readonly string[] | undefined, header: string | undefined): string[] {
  const names = header?.split(', ') ?? [];
  if (expected?.length === 0 && names.length > 0) return [`X-Ignored: expected none, got ${header}`];
  const missing = (expected ?? []).filter((name) => !names.includes(name));
  return missing.map((name) => `X-Ignored: expected '${name}' in '${header ?? ''}'`);
}

/** Sends one sample and compares the response. A connection error is a problem of the outcome; it is not thrown. */
export async function sendSample(
  sample: LeadSample,
  run: SampleRun,
  transport: SampleTransport,
): Promise<SampleOutcome> {
  const { expect } = sample;
  const problems: string[] = [];
  let status = 0;
  let personId: number | undefined;
  try {
    const answer = await transport(buildRequest(sample, run));
    status = answer.status;
    const body = (answer.body ?? {}) as Record<string, any>;
    if (status !== expect.status)
      problems.push(`status: expected ${expect.status}, got ${status} ${body['errorMessage'] ?? ''}`.trim());
    else if (status >= 400) {
      const message = String(body['errorMessage'] ?? '');
      if (message === '') problems.push('errorMessage: expected a sentence, got nothing');
      for (const part of expect.errorMessage ?? [])
        if (!message.toLowerCase().includes(part.toLowerCase()))
          problems.push(`errorMessage: expected '${part}' in '${message}'`);
    } else {
      personId = typeof body['id'] === 'number' ? body['id'] : undefined;
      if (personId === undefined) problems.push('id: expected the person with an id');
      else run.people.set(sample.file, personId);
      problems.push(...matchExpected(expandPlaceholders(expect.person ?? {}, run), body));
      problems.push(...compareIgnored(expect.ignored, answer.headers['x-ignored']));
      const { samePersonAs, notPersonOf } = expect;
      if (samePersonAs && run.people.get(samePersonAs) !== personId)
        problems.push(`id: expected person ${run.people.get(samePersonAs)} of ${samePersonAs}, got ${personId}`);
      if (notPersonOf && run.people.get(notPersonOf) === personId)
        problems.push(`id: expected another person than ${notPersonOf}`);
      if (expect.event) problems.push(...(await compareEvent(sample, run, transport, answer, personId)));
    }
  } catch (error) {
    problems.push(`no answer: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { sample, status, personId, problems };
}

async function compareEvent(
  sample: LeadSample,
  run: SampleRun,
  transport: SampleTransport,
  answer: SampleAnswer,
  personId: number | undefined,
): Promise<string[]> {
  const id = answer.headers['x-event-id'];
  if (id === undefined) return ['X-Event-Id: expected in the answer, to read the event by'];
  const read = await transport({
    method: 'GET',
    path: `/v1/events/${id}`,
    as: sample.request.as ?? 'owner',
    system: true,
    headers: {},
  });
  if (read.status !== 200) return [`event: GET /v1/events/${id} answered ${read.status}`];
  const expected = expandPlaceholders({ personId, ...sample.expect.event }, run);
  return matchExpected({ event: expected }, { event: read.body });
}
