import { createPorchlight } from '@porchlight/sdk';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, fetch as fetchWith } from 'undici';
import { findUser, type Connection, type ConnectionAccount } from '@porchlight/tools/src/send/connection';

export interface SdkResult {
  readonly people: number;
  readonly seconds: number;
  /** MB in use after a collection: a tenth into the loop, and at its end. */
  readonly early: number;
  readonly late: number;
}

const PAGE = 100;
const TENTH = 10;

/** Reads all people of an account in one SDK loop and measures memory. */
export const runSdk = async (
  connection: Connection,
  account: ConnectionAccount,
  people: number,
): Promise<SdkResult> => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const agent = new Agent({ connections: 1, connect: { ca: readFileSync(connection.caFile), timeout: 5_000 } });
  const send = ((input: string, init: object) =>
    fetchWith(input, { ...init, dispatcher: agent })) as unknown as typeof fetch;
  const porchlight = createPorchlight({
    baseUrl: connection.baseUrl,
    apiKey: findUser(account, 'owner').apiKey,
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
    for await (const _person of porchlight.people.list({ limit: PAGE })) {
      seen += 1;
      if (seen === people / TENTH) early = used();
      if (seen === people) break;
    }
    if (seen < people) throw new Error(`the loop ended after ${seen} of ${people} people`);
    return { people: seen, seconds: (performance.now() - began) / 1_000, early, late: used() };
  } finally {
    await agent.destroy();
  }
};
