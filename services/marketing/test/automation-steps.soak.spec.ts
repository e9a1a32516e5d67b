import { randomBytes } from 'node:crypto';
import { createMemoryBus, formatTopic } from '@porchlight/bus';
import { composeKey } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { eventually, startDatabase } from '@porchlight/testkit';
import { compileSteps } from '../src/automations/automation-steps';
import { openAccount, startMarketingService } from './marketing-service';

const HOUR = 3_600_000;
const ACCOUNTS = 10;
const RUNS = 10_000;
const LIMIT_MS = 60_000;

test('D12.5 given 10,000 steps of 10 accounts that fall due at once, then all have run within 60 s, each once', async () => {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, date: () => new Date(Date.now() + ahead) };
  const database = await startDatabase();
  const bus = createMemoryBus();
  const name = `soak_${randomBytes(4).toString('hex')}`;
  const where = { uri: database.uri(name), database: name };
  const service = await startMarketingService({ ...where, bus, clock });
  const inside = await openLoneStore({ ...where, service: 'test', clock });
  const runs = inside.collection<any>('automationsPeople');
  const steps = [{ type: 'addTags', tags: ['x'], delay: { value: 1, unit: 'hours' } }];
  for (let nth = 0; nth < ACCOUNTS; nth++) {
    const { accountId, owner } = await openAccount(service, bus);
    const { id: automationId } = await owner.automations.create({ name: 'A', trigger: { type: 'manual' }, steps });
    const stepsKey = `${accountId}:soak`;
    const version = { _id: stepsKey, accountId, automationId, steps: compileSteps(steps) };
    await inside.collection<any>('automationVersions').insertMany([version]);
    const since = clock.date();
    await runs.insertMany(
      Array.from({ length: RUNS / ACCOUNTS }, (_, at) => ({
        ...{ _id: composeKey(accountId, at + 1), accountId, id: at + 1, created: since, updated: since, version: 1 },
        ...{ personId: at + 1, automationId, status: 'Running', createdById: -1, updatedById: -1, stepsKey, next: 0 },
        ...{ since, links: 0, log: [], viewers: [], wakeAt: new Date(since.getTime() + HOUR) },
      })),
    );
  }
  const stepIds: string[] = [];
  await bus.subscribe({
    group: 'soak',
    topics: [formatTopic('marketing')],
    handler: async (batch) =>
      void stepIds.push(...batch.filter(({ type }) => type === 'marketing.planSteps.due').map(({ id }) => id)),
  });
  const started = performance.now();
  ahead += HOUR;
  await eventually(() => expect(stepIds).toHaveLength(RUNS), { timeoutMs: LIMIT_MS });
  const completed = async (): Promise<void> =>
    expect(await runs.count({ status: 'Completed', accountId: { $gt: 0 } })).toBe(RUNS);
  await eventually(completed, { timeoutMs: Math.max(1, LIMIT_MS - (performance.now() - started)) });
  process.stdout.write(`${RUNS} steps of ${ACCOUNTS} accounts in ${Math.round(performance.now() - started)} ms\n`);
  expect(stepIds).toHaveLength(RUNS);
  await service.stop();
  await inside.stop(AbortSignal.timeout(5_000));
  await bus.close();
  await database.stop();
}, 180_000);
