/**
 * Steps of action plans that fall due at the same minute, on services of this process and an embedded database: time
 * from the moment they are due until all are published, and until all plans have advanced.
 *   esbuild services/marketing/test/bench/bench-plan-steps.ts --bundle --platform=node --outfile=/tmp/plan-steps.cjs && node /tmp/plan-steps.cjs [plans] [processes]
 */
import { randomBytes } from 'node:crypto';
import { createMemoryBus, formatTopic } from '@porchlight/bus';
import { composeKey } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { startDatabase } from '@porchlight/testkit';
import { openAccount, startMarketingService } from '../marketing-service';

const DAY = 86_400_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const main = async (): Promise<void> => {
  const [count = 10_000, processes = 1] = process.argv.slice(2).map(Number);
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, date: () => new Date(Date.now() + ahead) };
  const database = await startDatabase();
  const bus = createMemoryBus();
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const where = { uri: database.uri(name), database: name };
  const services = await Promise.all(
    Array.from({ length: processes }, () => startMarketingService({ ...where, bus, clock })),
  );
  const account = await openAccount(services[0]!, bus);
  const { accountId, owner } = account;
  let published = 0;
  await bus.subscribe({
    group: 'bench',
    topics: [formatTopic('marketing')],
    handler: async (batch) => void (published += batch.filter(({ type }) => type === 'marketing.planSteps.due').length),
  });
  const tags = (value: number) => ({ type: 'addTags', tags: ['x'], delay: { value, unit: 'days' } });
  const { id: planId } = await owner.createPlan({ name: 'P', steps: [tags(1), tags(2)] });

  // Put where applying would have put them, for what is measured is what follows.
  const inside = await openLoneStore({ ...where, service: 'bench', clock });
  const applied = inside.collection<any>('actionPlansPeople');
  const created = clock.date();
  const steps = [tags(1), tags(2)];
  for (let at = 0; at < count; at += 1_000)
    await applied.insertMany(
      Array.from({ length: Math.min(1_000, count - at) }, (_, n) => {
        const id = at + n + 1;
        const fields = {
          personId: id,
          actionPlanId: planId,
          status: 'Running',
          userId: 1,
          steps,
          next: 0,
          pausedMs: 0,
          viewers: [],
        };
        return {
          _id: composeKey(accountId, id),
          accountId,
          id,
          created,
          updated: created,
          version: 1,
          ...fields,
          wakeAt: new Date(created.getTime() + DAY),
        };
      }),
    );

  for (const [what, isDone] of [
    ['first step of two', async () => (await applied.count({ accountId, next: 0 })) === 0],
    ['last step, then Completed', async () => (await applied.count({ accountId, status: 'Completed' })) === count],
  ] as const) {
    const before = published;
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    ahead += DAY;
    while (published - before < count) await pause(20);
    const publishedMs = performance.now() - startedAt;
    while (!(await isDone())) await pause(250);
    const { user, system } = process.cpuUsage(cpu);
    console.log(
      `${count} plans, ${processes} processes, ${what}: all published after ${Math.round(publishedMs)} ms, moved on after ${Math.round(performance.now() - startedAt)} ms, ${Math.round((user + system) / 1e3)} ms CPU here; published twice: ${published - before - count}`,
    );
  }
  await Promise.all(services.map((service) => service.stop()));
  await inside.stop(AbortSignal.timeout(5_000));
  await bus.close();
  await database.stop();
};

void main();
