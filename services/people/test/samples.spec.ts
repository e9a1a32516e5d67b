import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isRefusal, REASONS } from '@porchlight/errors';
import {
  createSampleRun,
  loadSamples,
  planChains,
  sendSample,
  type SampleRequest,
  type SampleTransport,
} from '@porchlight/testkit';
import type { Account } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const FOLDER = join(__dirname, '../../../samples/leads');
const USERS = {
  owner: { id: 1, name: 'Olga Owner' },
  broker: { id: 2, name: 'Bea Broker' },
  agent: { id: 3, name: 'Ada Agent' },
  agent2: { id: 4, name: 'Axel Agent' },
  lender: { id: 5, name: 'Len Lender' },
};

/** Parses JSON like the gateway; forms and invalid bodies are tested in the gateway. */
const createTransport =
  (account: Account): SampleTransport =>
  async ({ method, path, as, system, headers, body }: SampleRequest) => {
    const user = account[as as 'owner'];
    try {
      if (method === 'GET') {
        const event = await user.getEvent(Number(path.split('/').at(-1)));
        return { status: 200, headers: {}, body: event };
      }
      const given = JSON.parse(body!);
      const mode = headers['Prefer'] === 'handling=strict' ? 'strict' : 'lead';
      const sent = await user.send(given, { mode }, system ? 'Samples' : undefined);
      return {
        status: sent.status,
        headers: {
          'x-event-id': String(sent.eventId),
          ...(sent.ignored.length > 0 && { 'x-ignored': sent.ignored.join(', ') }),
        },
        body: sent.person,
      };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { status: REASONS[error.reason].http, headers: {}, body: { errorMessage: error.message } };
    }
  };

describe('the samples', () => {
  it('produce the expected results', async () => {
    const account = await suite.newAccount();
    const samples = await loadSamples(FOLDER);
    const run = createSampleRun(randomBytes(12), { startedAt: Date.now(), system: 'Samples', users: USERS });
    const transport = createTransport(account);
    const problems: string[] = [];
    let sent = 0;
    const chains = planChains(samples).filter((chain) => chain.every(({ request }) => 'body' in request));
    for (const sample of chains.flat()) {
      const outcome = await sendSample(sample, run, transport);
      sent++;
      problems.push(...outcome.problems.map((problem) => `${sample.file}: ${problem}`));
    }
    expect(problems).toEqual([]);
    expect(sent).toBeGreaterThan(110);
  });
});
