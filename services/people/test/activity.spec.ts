import { allActions, calls, notes, people, tasks, textMessages, type Person } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { composeKey } from '@porchlight/store';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { MongoClient } from 'mongodb';
import { ACTIVITY_COUNTERS, ACTIVITY_MOMENTS } from '../src/person/activity-fields';
import type { Account } from './people-service';
import { useSuite } from './suite';
import { publishFact, publishSuppression } from './publish-facts';

const suite = useSuite();
const FIELDS = [...ACTIVITY_COUNTERS, ...ACTIVITY_MOMENTS, 'lastCommunication'] as const;
const computeActivity = async ({ owner }: Account, id: number) => {
  const { id: _id, ...activity } = await owner.on(people).get(id, `fields=${FIELDS.join(',')}`);
  return activity;
};
const drifted = async ({ accountId }: Account) =>
  (await suite.service.recount(accountId)).map(({ resource, personId, field, kept, counted }) => [
    resource,
    personId,
    field,
    kept,
    counted,
  ]);

/** Changes a person directly in the database. */
const spoil = async (accountId: number, id: number, update: object): Promise<void> => {
  const client = await MongoClient.connect(suite.uri, { retryWrites: false });
  const people = client.db(suite.database).collection<{ _id: number }>('people');
  const { matchedCount } = await people.updateOne({ _id: composeKey(accountId, id) }, update);
  await client.close();
  expect(matchedCount).toBe(1);
};

/** Pseudo-random numbers from a seed, which a failure reports. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

describe('activity', () => {
  it('of events changes with the lead, for new and known people', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const person = { emails: ['jo@example.com'] };
    const { person: made } = await owner.send({
      type: 'Viewed Property',
      person,
      occurredAt: '2026-01-02T10:00:00Z',
      property: { street: 'x' },
    });
    expect(await computeActivity(account, made.id)).toMatchObject({
      propertiesViewed: 1,
      lastLeadActivity: '2026-01-02T10:00:00Z',
      lastIdxVisit: '2026-01-02T10:00:00Z',
      callsIncoming: 0,
      lastCall: null,
    });
    await owner.send({ type: 'Inquiry', person, occurredAt: '2026-01-03T10:00:00Z' });
    await owner.send({ type: 'Viewed Page', person, occurredAt: '2026-01-01T10:00:00Z' });
    for (const type of ['Viewed Property', 'Saved Property', 'Viewed Page'])
      await owner.send({ type, person, occurredAt: '2026-01-02T12:00:00Z' });
    expect(await computeActivity(account, made.id)).toMatchObject({
      propertiesViewed: 2,
      propertiesSaved: 1,
      pagesViewed: 2,
      lastLeadActivity: '2026-01-03T10:00:00Z',
      lastIdxVisit: '2026-01-02T12:00:00Z',
    });
    expect(await drifted(account)).toEqual([]);
  });

  it('D4.9 sorts people by each of its fields, missing values last', async () => {
    const { owner } = await suite.newAccount();
    const { person: quiet } = await owner.createPerson({ firstName: 'Quiet' });
    const { person: busy } = await owner.createPerson({ firstName: 'Busy' });
    const call = { personId: busy.id, phone: '1', isIncoming: true, duration: 5 };
    await owner.on(calls).create(call);
    await owner.on(calls).create({ ...call, isIncoming: false });
    await owner.on(textMessages).create({ personId: busy.id, message: 'x', toNumber: '1', fromNumber: '2' });
    await owner
      .on(textMessages)
      .create({ personId: busy.id, message: 'x', toNumber: '1', fromNumber: '2', isIncoming: true });
    await owner.on(tasks).create({ personId: busy.id, name: 'x', dueDate: '2030-01-01' });
    for (const type of ['Viewed Property', 'Saved Property', 'Viewed Page'])
      await owner.send({ type, person: { id: busy.id } });
    for (const field of FIELDS) {
      const { people: found } = await owner.listPeople(`sort=-${field}&limit=1`);
      // Published by marketing, not yet received here.
      const wanted = /email|emEvent/i.test(field) ? [busy.id, quiet.id] : [busy.id];
      expect([field, wanted.includes(found[0]!.id)]).toEqual([field, true]);
    }
  });

  it('D5.5 of emails is the newest published by marketing, regardless of arrival order', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const { person } = await owner.createPerson({ emails: ['jo@example.com', 'JO2@example.com', 'jo3@example.com'] });
    const sent = (emailsSent: number, lastSentEmail: string | null, sequence: number) =>
      publishFact(suite.bus, accountId, 'emEvents.activity', {
        people: [{ personId: person.id, emailsSent, lastSentEmail, sequence }],
      });
    await sent(3, '2026-01-03T10:00:00Z', 30);
    await sent(2, '2026-01-02T10:00:00Z', 20);
    await publishFact(suite.bus, accountId, 'emEvents.activity', {
      people: [{ personId: 9_999, emailsSent: 1, lastSentEmail: null, sequence: 1 }],
    });
    const suppress = (id: number, address: string) =>
      publishSuppression(suite.bus, accountId, {
        id,
        address,
        addressHash: suite.service.hashAddress(accountId, address),
      });
    await suppress(1, 'jo2@EXAMPLE.com');
    await eventually(async () => expect((await owner.getPerson(person.id)).emails[1].status).toBe('Unsubscribed'));
    expect((await owner.getPerson(person.id)).emails.map(({ status }: { status?: string }) => status || '')).toEqual([
      '',
      'Unsubscribed',
      '',
    ]);
    expect(await computeActivity(account, person.id)).toMatchObject({
      emailsSent: 3,
      emailsReceived: 0,
      lastSentEmail: '2026-01-03T10:00:00Z',
      lastEmail: '2026-01-03T10:00:00Z',
      lastReceivedEmail: null,
    });
    const { person: joan } = await owner.createPerson({ firstName: 'Joan' });
    await owner.act(
      allActions.find(({ rpc }) => rpc === 'mergePeople')!,
      { id: joan.id, body: { otherId: person.id } },
    );
    await suppress(2, 'jo3@example.com');
    await eventually(async () => expect((await owner.getPerson(joan.id)).emails[2].status).toBe('Unsubscribed'));
    expect(await computeActivity(account, joan.id)).toMatchObject({
      emailsSent: 3,
      lastSentEmail: '2026-01-03T10:00:00Z',
    });
    await sent(9, null, 99);
    await publishFact(suite.bus, accountId, 'emEvents.activity', {
      people: [{ personId: joan.id, emailsSent: 0, lastSentEmail: null, sequence: 31 }],
    });
    await eventually(async () =>
      expect(await computeActivity(account, joan.id)).toMatchObject({
        emailsSent: 0,
        lastSentEmail: null,
        lastEmail: null,
      }),
    );
    expect(await drifted(account)).toEqual([]);
  });

  it('has the latest communication and the latest email event, and lists are sorted by them', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const create = async (firstName: string): Promise<number> => (await owner.createPerson({ firstName })).person.id;
    const [called, mailed, none] = [await create('Called'), await create('Mailed'), await create('None')];
    const call = await owner.on(calls).create({ personId: called, isIncoming: true, duration: 1, phone: '5550100' });
    await publishFact(suite.bus, accountId, 'emEvents.activity', {
      people: [
        {
          personId: called,
          emailsSent: 1,
          lastSentEmail: '2026-01-01T00:00:00Z',
          lastEvent: '2026-01-09T00:00:00Z',
          sequence: 2,
        },
        {
          personId: mailed,
          emailsSent: 1,
          lastSentEmail: '2026-01-02T00:00:00Z',
          lastEvent: '2026-01-05T00:00:00Z',
          sequence: 2,
        },
      ],
    });
    await eventually(async () => expect(await computeActivity(account, mailed)).toMatchObject({ emailsSent: 1 }));
    expect(await computeActivity(account, called)).toMatchObject({
      lastCommunication: call['created'],
      lastEmEventActivity: '2026-01-09T00:00:00Z',
    });
    expect(await computeActivity(account, mailed)).toMatchObject({
      lastCommunication: '2026-01-02T00:00:00Z',
      lastEmEventActivity: '2026-01-05T00:00:00Z',
    });
    const sorted = async (sort: string) => (await owner.on(people).list(`sort=${sort}`)).ids;
    expect(await sorted('-lastCommunication')).toEqual([called, mailed, none]);
    expect(await sorted('lastCommunication')).toEqual([none, mailed, called]);
    expect(await sorted('-lastEmEventActivity')).toEqual([called, mailed, none]);
    // Without the call the email is the latest communication.
    await owner.on(calls).remove(call['id']);
    expect(await computeActivity(account, called)).toMatchObject({
      lastCommunication: '2026-01-01T00:00:00Z',
      lastCall: null,
    });
    expect(await sorted('-lastCommunication')).toEqual([mailed, called, none]);
    expect(await drifted(account)).toEqual([]);
  });

  it('of emails to many people, published together and out of order, is that of each person', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const made = await Promise.all(Array.from({ length: 130 }, (_, n) => owner.createPerson({ firstName: `P${n}` })));
    const ids: number[] = made.map(({ person }) => person.id);
    const publish = (sequence: number, people: readonly number[]) =>
      publishFact(suite.bus, accountId, 'emEvents.activity', {
        people: people.map((personId) => {
          const second = String((personId + sequence) % 60).padStart(2, '0');
          return { personId, emailsSent: personId + sequence, lastSentEmail: `2026-02-01T00:00:${second}Z`, sequence };
        }),
      });
    await Promise.all([publish(2, ids), publish(5, ids.slice(0, 3)), publish(3, ids.slice(0, 5)), publish(1, ids)]);
    const wanted = (id: number, sequence: number) => ({
      emailsSent: id + sequence,
      lastSentEmail: `2026-02-01T00:00:${String((id + sequence) % 60).padStart(2, '0')}Z`,
    });
    await eventually(async () => {
      for (const [at, id] of ids.entries())
        if (at < 6 || at % 20 === 0 || at > 97)
          expect(await computeActivity(account, id)).toMatchObject(wanted(id, at < 3 ? 5 : at < 5 ? 3 : 2));
    });
    expect(await drifted(account)).toEqual([]);
  });

  it.each([11, 12, 13])(
    'is what a count says after any sequence of creates, changes and removals, some at once (seed %i)',
    async (seed) => {
      const account = await suite.newAccount();
      const { owner } = account;
      const random = createRandom(seed);
      const ids = await Promise.all(
        [0, 1, 2].map(async (n) => (await owner.createPerson({ firstName: `P${n}` })).person.id as number),
      );
      const due = () => [null, `2030-01-0${1 + random(9)}T10:00:00Z`][random(2)];
      const bodies: [Descriptor<any>, () => object][] = [
        [calls, () => ({ phone: '1', isIncoming: random(2), duration: random(100) })],
        [textMessages, () => ({ message: 'x', toNumber: '1', fromNumber: '2', isIncoming: random(2) })],
        [tasks, () => ({ name: 'x', dueDateTime: due(), isCompleted: random(2) })],
        [notes, () => ({ body: `${random(1_000)}` })],
      ];
      const alive: { of: Descriptor<any>; body: () => object; id: number }[] = [];
      const types = ['Viewed Property', 'Saved Property', 'Viewed Page', 'Registration', 'General Inquiry'];
      const step = async (): Promise<void> => {
        const personId = ids[random(ids.length)]!;
        const kind = random(6);
        if (kind === 0) return void (await owner.send({ type: types[random(types.length)], person: { id: personId } }));
        if (kind < 4 || alive.length === 0) {
          const [of, body] = bodies[random(bodies.length)]!;
          const { id } = await owner.on(of).create({ personId, ...body() });
          return void alive.push({ of, body, id });
        }
        const at = random(alive.length);
        const { of, body, id } = alive[at]!;
        if (kind === 4) return void (await owner.on(of).update(id, body()).catch(ignoreGone));
        alive.splice(at, 1);
        await owner.on(of).remove(id).catch(ignoreGone);
      };
      for (let round = 0; round < 12; round++) await Promise.all([step(), step(), step(), step(), step()]);
      expect(await drifted(account)).toEqual([]);
      const counted = await Promise.all(ids.map((id) => computeActivity(account, id)));
      expect(counted.some(({ callsDuration, textsSent }) => callsDuration + textsSent > 0)).toBe(true);
    },
  );

  it('that drifted is found, reported and repaired by a recount of an operator', async () => {
    const account = await suite.newAccount();
    const { owner, accountId, actor } = account;
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const call = await owner.on(calls).create({ personId: person.id, phone: '1', isIncoming: true, duration: 5 });
    const right = await computeActivity(account, person.id);
    // The state after a crash between the writes of a record and its person.
    await spoil(accountId, person.id, {
      $set: { callsIncoming: 7, lastText: new Date('2026-01-01T00:00:00Z') },
      $unset: { firstCall: '' },
    });
    expect((await drifted(account)).sort()).toEqual([
      ['people', person.id, 'callsIncoming', '7', '1'],
      ['people', person.id, 'firstCall', '', call.created],
      ['people', person.id, 'lastText', '2026-01-01T00:00:00Z', ''],
    ]);
    expect(await computeActivity(account, person.id)).toEqual(right);
    expect(await drifted(account)).toEqual([]);
    await expectRefusal(suite.service.recount(accountId, actor(1)), 'FORBIDDEN');
  });
});

const ignoreGone = (error: { reason?: string }): void => {
  if (error.reason !== 'NOT_FOUND') throw error;
};

// Every field exists in the person.
FIELDS satisfies readonly (keyof Person)[];
