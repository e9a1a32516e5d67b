import { createPorchlight } from '@porchlight/sdk';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, fetch as fetchWith } from 'undici';
import { findUser } from '@porchlight/tools/src/send/connection';
import { runLoad } from '../load/run-load';
import type { BenchContext } from './bench-context';

export interface SdkResult {
  readonly people: number;
  readonly seconds: number;
  /** MB in use after a collection: a tenth into the loop, and at its end. */
  readonly early: number;
  readonly late: number;
}

const PEOPLE = 10_000;

/** Reads all people of an account in one SDK loop and measures memory. */
export const runSdk = async ({ connection, options, say, signal }: BenchContext): Promise<SdkResult> => {
  const [loaded] = await runLoad({ sizes: [PEOPLE], data: dirname(options.connection), signal });
  say(`sdk: ${PEOPLE} people in one loop`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const agent = new Agent({ connections: 1, connect: { ca: readFileSync(connection.caFile), timeout: 5_000 } });
  const send = ((input: string, init: object) =>
    fetchWith(input, { ...init, dispatcher: agent })) as unknown as typeof fetch;
  const porchlight = createPorchlight({
    baseUrl: connection.baseUrl,
    apiKey: findUser(loaded!.account, 'owner').apiKey,
    system: connection.system,
    fetch: send,
  });
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  try {
    const began = performance.now();
    let seen = 0;
    let early = Number.NaN;
    for await (const _person of porchlight.people.list({ limit: 100 })) {
      seen += 1;
      if (seen === PEOPLE / 10) early = used();
      if (seen === PEOPLE) break;
    }
    if (seen < PEOPLE) throw new Error(`the loop ended after ${seen} of ${PEOPLE} people`);
    return { people: seen, seconds: (performance.now() - began) / 1_000, early, late: used() };
  } finally {
    await agent.destroy();
  }
};
