import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Write } from './ledger';

const AGAIN_MS = 300;
/** Multiple of the time without progress. */
const LONGEST_STOP = 10;

/**
 * Sends leads at a fixed rate, once it is started, and retries each until it is acknowledged. `clients` by account;
 * `run` is in all email addresses: leads of other runs never match.
 */
export function createLeadFlow({
  clients,
  run,
  againMs = AGAIN_MS,
}: {
  clients: ReadonlyMap<number, ServiceClient>;
  run: string;
  /** Between two attempts of a lead, ms. */
  againMs?: number;
}) {
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
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  };

  return {
    /** Acknowledged so far. */
    writes,
    /** Leads that were refused permanently, one line each. All leads are valid, so this is a defect. */
    refused,
    /** Responses of 500 and above other than 503, one line each. A failed write must return 503. */
    failed,
    /** Sent and not acknowledged yet. */
    get pending() {
      return running.size;
    },
    /** Calls that failed or had no response and were retried. */
    get repeated() {
      return repeated;
    },
    /** Sets the number of leads per second over all accounts. */
    start(rate: number): void {
      clearInterval(timer);
      timer = setInterval(() => {
        const one = send(sent++).finally(() => running.delete(one));
        running.add(one);
      }, 1_000 / rate);
    },
    /**
     * Stops sending. Resolves with true when all leads are acknowledged, false if none is for `timeoutMs`, or after ten
     * times as long.
     */
    async stop(timeoutMs: number): Promise<boolean> {
      clearInterval(timer);
      timer = undefined;
      let late = setTimeout(() => given.abort(), timeoutMs);
      const end = setTimeout(() => given.abort(), LONGEST_STOP * timeoutMs);
      const progress = (): void => {
        clearTimeout(late);
        late = setTimeout(() => given.abort(), timeoutMs);
      };
      await Promise.all([...running].map((lead) => lead.then(progress)));
      clearTimeout(late);
      clearTimeout(end);
      return !given.signal.aborted;
    },
  };
}
