import { randomBytes } from 'node:crypto';
import { createSampleRun, expandPlaceholders, type LeadSample, type SampleRun } from '@porchlight/testkit/src/samples';
import type { components } from '@porchlight/sdk';

/** A lead as POST /v1/events accepts it. */
export type Lead = components['schemas']['NewEvent'];

/** Users and system for the placeholders of samples. */
export type SampleNames = Pick<SampleRun, 'users' | 'system'>;

/**
 * Parses the leads of a text: one lead, a list, or one per line; also files of samples/leads. Throws with the number of
 * a line that is not JSON.
 */
export function readLeads(text: string, names: SampleNames = { users: {}, system: '' }): Lead[] {
  const run = createSampleRun(randomBytes(12), { ...names, startedAt: Date.now() });
  return parseEntries(text).map((entry) => (isSample(entry) ? readSample(entry, run) : (entry as Lead)));
}

function parseEntries(text: string): unknown[] {
  try {
    return [JSON.parse(text) as unknown].flat();
  } catch {
    return text
      .split('\n')
      .map((line, index) => ({ line: line.trim(), number: index + 1 }))
      .filter(({ line }) => line !== '')
      .map(({ line, number }) => {
        try {
          return JSON.parse(line) as unknown;
        } catch {
          throw new Error(`Line ${number} is no JSON.`);
        }
      });
  }
}

const isSample = (entry: unknown): entry is LeadSample =>
  typeof entry === 'object' && entry !== null && 'request' in entry && typeof entry.request === 'object';

/** Reads the body of a sample and replaces its placeholders. Throws for a body that is neither JSON nor a form. */
function readSample({ request: { body, form } }: LeadSample, run: SampleRun): Lead {
  if (form !== undefined)
    return parseForm((expandPlaceholders(form, run, encodeURIComponent) as string[]).join('&')) as Lead;
  if (body === undefined) throw new Error('This sample has neither a JSON body nor a form. Send it with: npm run send');
  return expandPlaceholders(body, run) as Lead;
}

/** Converts `person[emails][0][value]=a` to the nested value that the API reads from such a form. Values stay text. */
export function parseForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/\[|\]\[|\]$/).slice(0, key.endsWith(']') ? -1 : undefined);
    let at: Record<string, unknown> | unknown[] = root;
    for (const [nth, segment] of path.entries()) {
      const name: string | number = Array.isArray(at) && segment === '' ? at.length : segment;
      const next = path[nth + 1];
      const container = at as Record<string | number, unknown>;
      container[name] = next === undefined ? value : (container[name] ?? (/^\d*$/.test(next) ? [] : {}));
      at = container[name] as Record<string, unknown>;
    }
  }
  return root;
}
