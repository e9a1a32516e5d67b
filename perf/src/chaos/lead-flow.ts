import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Write } from './ledger';

export interface FlowOptions {
  /** One for each account. */
  readonly clients: ReadonlyMap<number, ServiceClient>;
  /** In all email addresses: leads of other runs never match. */
  readonly run: string;
}

/** Sends leads at a fixed rate and retries each until it is acknowledged. */
export interface LeadFlow {
  /** Acknowledged so far. */
  readonly writes: readonly Write[];
  /** Sent and not acknowledged yet. */
  readonly pending: number;
  /** Calls that failed or had no response and were retried. */
  readonly repeated: number;
  /** Leads that were refused permanently, one line each. All leads are valid, so this is a defect. */
  readonly refused: readonly string[];
  /** Responses of 500 and above other than 503, one line each. A failed write must return 503. */
  readonly failed: readonly string[];
  /** Sets the number of leads per second over all accounts. */
  start(rate: number): void;
  /** Stops sending. Resolves with true when all leads are acknowledged, false on timeout. */
  stop(timeoutMs: number): Promise<boolean>;
}

const AGAIN_MS = 300;

/** Creates a flow that is not started. */
export function createLeadFlow({ clients, run }: FlowOptions): LeadFlow {
  const accounts = [...clients.keys()];
  const writes: Write[] = [];
  const refused: string[] = [];
  const failed: string[] = [];
  const running = new Set<Promise<void>>();
  const given = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let sent = 0;
  let repeated = 0;

  const send = async (n: number): Promise<void> => {
    const accountId = accounts[n % accounts.length]!;
    const client = clients.get(accountId)!;
    const person = { firstName: 'Chaos', lastName: `Lead ${n}`, emails: [{ value: `lead.${n}.${run}@example.com` }] };
    const from = Date.now();
    while (!given.signal.aborted) {
      const answer = await client
        .call({ method: 'POST', path: '/v1/events', json: { type: 'Registration', source: 'chaos.example', person } })
        .catch(() => undefined);
      if (answer && answer.status >= 200 && answer.status < 300 && answer.status !== 204) {
        writes.push({ accountId, personId: answer.body.id as number, span: { from, to: Date.now() } });
        return;
      }
      if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.status !== 401) {
        refused.push(`${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      if (answer && answer.status >= 500 && answer.status !== 503)
        failed.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      repeated += 1;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  };

  return {
    writes,
    refused,
    failed,
    get pending() {
      return running.size;
    },
    get repeated() {
      return repeated;
    },
    start(rate) {
      clearInterval(timer);
      timer = setInterval(() => {
        const one = send(sent++).finally(() => running.delete(one));
        running.add(one);
      }, 1_000 / rate);
    },
    async stop(timeoutMs) {
      clearInterval(timer);
      timer = undefined;
      const late = setTimeout(() => given.abort(), timeoutMs);
      await Promise.all(running);
      clearTimeout(late);
      return !given.signal.aborted;
    },
  };
}
