import { readFileSync } from 'node:fs';
import { Agent, fetch as fetchWith } from 'undici';
import { readConnection } from './stack-connection';

/** Creates a `fetch` that trusts the running stack's certificate authority, and a function that closes it. */
export function trustingFetch(): { fetch: typeof fetch; close: () => Promise<void> } {
  const agent = new Agent({ connect: { ca: readFileSync(readConnection().caFile) } });
  const send = ((input: string, init: object) =>
    fetchWith(input, { ...init, dispatcher: agent })) as unknown as typeof fetch;
  return { fetch: send, close: () => agent.destroy() };
}
