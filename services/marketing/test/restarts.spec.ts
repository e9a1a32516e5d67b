import { randomBytes } from 'node:crypto';
import { createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import { eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { listen, openAccount, startMarketingService } from './marketing-service';

let server: TestDatabase;
beforeAll(async () => {
  server = await startDatabase();
});
afterAll(() => server?.stop());

/** A bus whose messages to others are lost on the way out while `away` is set. */
const createFickleBus = (inner: Bus): { bus: Bus; away: boolean } => {
  const fickle = { away: false } as { bus: Bus; away: boolean };
  fickle.bus = new Proxy(inner, {
    get(target, name: keyof Bus) {
      if (name === 'publish')
        return (topic: string, ...rest: never[]) =>
          fickle.away && topic === formatTopic('marketing')
            ? Promise.reject(new Error('away'))
            : (target.publish as any)(topic, ...rest);
      const value = target[name] as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return fickle;
};

it('given unpublished changes, then the next process publishes them once; the records of people deleted meanwhile are deleted', async () => {
  const database = `marketing_${randomBytes(6).toString('hex')}`;
  const where = { uri: server.uri(database), database };
  const inner = createMemoryBus();
  const fickle = createFickleBus(inner);
  const collected = await listen(inner);
  const first = await startMarketingService({ ...where, bus: fickle.bus });
  const account = await openAccount(first, inner);
  await account.people({ id: 1, emails: ['a@example.org'] }, { id: 2, emails: ['b@example.org'] });
  const campaignId = (await account.owner.createCampaign({ origin: 'Mailer', originId: '1', name: 'C' }))['id'];
  const event = (recipient: string, type: string) => ({
    type,
    recipient,
    campaignId,
    occurred: '2026-05-01T12:00:00Z',
  });

  fickle.away = true;
  const { emEventIds } = await account.owner.record([
    event('a@example.org', 'open'),
    event('a@example.org', 'delivered'),
    event('b@example.org', 'open'),
  ]);
  expect((await account.owner.listEmEvents()).total).toBe(3);
  await first.stop();
  expect(collected.of(account.accountId)).toEqual([]);

  // While no process runs.
  await account.forget(2);
  fickle.away = false;
  const second = await startMarketingService({ ...where, bus: fickle.bus });
  const owner = second.as(account.actor(1));
  try {
    await eventually(async () => expect((await owner.listEmEvents()).total).toBe(2));
    expect((await owner.listEmEvents(`id=${emEventIds[2]}`)).total).toBe(0);
    await eventually(() => expect(collected.facts(account.accountId, 'activity')).toHaveLength(1));
    expect(collected.notified(account.accountId, 'emEventsOpened').flatMap(({ ids }) => ids)).toContain(emEventIds[0]);
    // The retry after the restart counts nothing anew.
    expect((await owner.record([event('a@example.org', 'open')])).emEventIds).toEqual([emEventIds[0]]);
    expect((await owner.listEmEvents('personId=1&type=open')).emEvents[0]).toMatchObject({ count: 1 });
  } finally {
    await second.stop();
    await inner.close();
  }
});
