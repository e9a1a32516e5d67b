import { allActions, calls, notes, tasks, textMessages } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import mongoose from 'mongoose';
import { useSuite } from './suite';

const suite = useSuite();
const action = (name: string) => allActions.find(({ rpc }) => rpc === name)!;
const MARK = 'zqxwerasure';

/** Names of collections in which a document has the mark anywhere, also inside binary values. */
const holding = async (): Promise<string[]> => {
  const connection = await mongoose.createConnection(suite.uri).asPromise();
  try {
    const database = connection.getClient().db(suite.database);
    const names = (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    const found = await Promise.all(
      names.map(async (name) => {
        const documents = await database.collection(name).find({}, { raw: true }).toArray();
        const holds = documents.filter((raw) =>
          (raw as unknown as Buffer).toString('latin1').toLowerCase().includes(MARK),
        );
        return holds.map(
          (raw) =>
            `${name}: ${(raw as unknown as Buffer)
              .toString('latin1')
              .replace(/[^ -~]/g, '.')
              .slice(0, 300)}`,
        );
      }),
    );
    return found.flat();
  } finally {
    await connection.close();
  }
};

it('erases a person with all records and publishes only ids; allowed for owner and admins', async () => {
  const { owner, agent, accountId } = await suite.newAccount();
  const lead = {
    type: 'Property Inquiry',
    source: `${MARK} portal`,
    message: `${MARK} message`,
    property: { street: `1 ${MARK} St` },
    person: {
      firstName: MARK,
      emails: [{ value: `${MARK}@example.com` }],
      phones: [{ value: '5550001111' }],
      background: MARK,
      tags: [`${MARK} tag`],
      addresses: [{ street: MARK }],
    },
  };
  const { person } = await owner.send(lead);
  const personId = person['id'] as number;
  await owner.updatePerson(personId, { lastName: `${MARK}son`, assignedUserId: 3 });
  await owner.on(notes).create({ personId, subject: MARK, body: MARK });
  await owner.on(calls).create({ personId, phone: '1', isIncoming: true, note: MARK });
  await owner.on(textMessages).create({ personId, message: MARK, toNumber: '1', fromNumber: '2' });
  await owner.on(tasks).create({ personId, name: MARK });
  expect((await holding()).length).toBeGreaterThan(4);

  await expectRefusal(agent.act(action('erasePerson'), { id: personId }), 'FORBIDDEN');
  expect(await owner.act(action('erasePerson'), { id: personId })).toMatchObject({ status: 204 });
  await expectRefusal(owner.getPerson(personId), 'NOT_FOUND');
  await expectRefusal(owner.act(action('erasePerson'), { id: personId }), 'NOT_FOUND');
  await eventually(async () => expect(await holding()).toEqual([]));
  const facts = await eventually(() => {
    const fired = suite.collected.changes.filter(
      (change) => change.accountId === accountId && change.verb === 'erased',
    );
    expect(fired).toHaveLength(1);
    return fired;
  });
  expect(JSON.parse(facts[0]!.dataJson)).toMatchObject({
    people: [personId],
    children: { events: [1], calls: [1], textMessages: [1], tasks: [1] },
  });
  expect(facts[0]!.record).toHaveLength(0);
  expect(suite.collected.webhooks(accountId)).toContain('peopleDeleted');
  expect(suite.collected.webhooks(accountId)).not.toContain('erased');
});
