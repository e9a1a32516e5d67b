/**
 * Email events into a service of this process and an embedded database, by several clients at a time; then lists.
 *   esbuild services/marketing/test/bench/em-events.ts --bundle --platform=node --outfile=/tmp/em-events.cjs && node /tmp/em-events.cjs [calls] [people] [clients]
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createMemoryBus } from '@porchlight/bus';
import { startDatabase } from '@porchlight/testkit';
import { openAccount, personMessage, startMarketingService } from '../marketing-service';

const TYPES = ['delivered', 'open', 'click', 'delivered', 'open', 'bounced', 'delivered', 'unsubscribe', 'spamreport'];

/** CPU that a process has used, ms; Linux counts it in hundredths of a second. */
const measureCpu = (pid: number | undefined): number => {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const percentile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const main = async (): Promise<void> => {
  const [calls = 100, people = 5_000, clients = 4, campaigns = 3] = process.argv.slice(2).map(Number);
  const database = await startDatabase();
  const bus = createMemoryBus();
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const service = await startMarketingService({ uri: database.uri(name), database: name, bus });
  const account = await openAccount(service, bus);
  const start = performance.now();
  for (let at = 0; at < people; at += 500)
    await account.publishPeople(
      ...Array.from({ length: Math.min(500, people - at) }, (_, n) =>
        personMessage(account.accountId, {
          id: at + n + 1,
          emails: [`p${at + n + 1}@example.org`],
          viewers: n % 4 ? [] : [3],
        }),
      ),
    );
  await account.known(people);
  console.log(`${people} people known after ${Math.round(performance.now() - start)} ms`);
  const campaignIds: number[] = [];
  for (let n = 0; n < campaigns; n++)
    campaignIds.push(
      (await account.owner.createCampaign({ origin: 'Bench', originId: String(n), name: `C${n}` }))['id'],
    );

  let next = 0;
  let second = 0;
  const call = () =>
    Array.from({ length: 1_000 }, () => {
      second++;
      return {
        type: TYPES[Math.floor(Math.random() * TYPES.length)],
        recipient: `p${Math.floor(Math.random() * people) + 1}@example.org`,
        campaignId: campaignIds[second % campaigns],
        occurred: new Date(1.7e12 + second * 1_000),
      };
    });
  const load = async (count: number, by: number): Promise<void> => {
    const took: number[] = [];
    const cpu = process.cpuUsage();
    const databaseCpu = measureCpu(database.pid);
    const startedAt = performance.now();
    next = 0;
    await Promise.all(
      Array.from({ length: by }, async () => {
        while (next++ < count) {
          const body = call();
          const sent = performance.now();
          const { emEventIds } = await account.owner.record(body);
          took.push(performance.now() - sent);
          if (emEventIds.length !== 1_000) throw new Error('lost some');
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const line = `${by} clients: ${Math.round((count * 1_000) / seconds)} events/s, p50 ${Math.round(percentile(took, 0.5))} ms, p95 ${Math.round(percentile(took, 0.95))} ms`;
    console.log(
      `${line}, ${Math.round((user + system) / 1e3 / count)} ms CPU of this process and ${Math.round((measureCpu(database.pid) - databaseCpu) / count)} ms of the database a call`,
    );
  };
  const step = Math.min(calls, 50);
  for (let done = 0; done < calls; done += step) await load(step, clients);
  await load(20, 1);
  const total = (await account.owner.listEmEvents()).total;
  console.log(`${total} rows`);
  for (const query of [
    'limit=100',
    'limit=100&type=open',
    'limit=100&type=open,click',
    'limit=10&personId=7',
    `campaignId=${campaignIds[0]}`,
    'updatedAfter=2020-01-01T00:00:00Z',
    'updatedAfter=2099-01-01T00:00:00Z',
    'id=5,6,7,8,9',
  ]) {
    const took: number[] = [];
    for (let n = 0; n < 7; n++) {
      const sent = performance.now();
      await account.agent.listEmEvents(query);
      await account.owner.listEmEvents(query);
      took.push((performance.now() - sent) / 2);
    }
    console.log(`GET ${query}: ${percentile(took, 0.5).toFixed(1)} ms`);
  }
  await service.stop();
  await bus.close();
  await database.stop();
};

void main();
