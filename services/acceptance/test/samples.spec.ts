import { randomBytes } from 'node:crypto';
import {
  createSampleRun,
  loadSamples,
  planChains,
  sendSample,
  type SampleOutcome,
} from '@porchlight/testkit/src/samples';
import { account, as } from '../src/client';
import { readConnection, samplesFolder, type RoleName } from '../src/stack-connection';

it('every sample lead has its expected result', async () => {
  const samples = await loadSamples(samplesFolder);
  expect(samples.length).toBeGreaterThanOrEqual(150);
  const users = account(2).users;
  const run = createSampleRun(randomBytes(12), { startedAt: Date.now(), system: readConnection().system.name, users });
  const outcomes: SampleOutcome[] = [];
  for (const chain of planChains(samples))
    for (const sample of chain)
      outcomes.push(
        await sendSample(sample, run, async ({ method, path, as: role, system, headers, body, encoding }) => {
          const client = as(role as RoleName, 2, { system });
          const reply = await client.call(method, path, {
            headers,
            ...(body !== undefined && { body: Buffer.from(body, encoding) }),
          });
          return {
            status: reply.status,
            headers: reply.headers as Record<string, string | undefined>,
            body: reply.body,
          };
        }),
      );
  expect(
    outcomes.filter((o) => o.problems.length > 0).map((o) => ({ file: o.sample.file, problems: o.problems })),
  ).toEqual([]);
});
