import { people, textMessages } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('text messages', () => {
  it('can be recorded, changed and deleted, each with its webhook', async () => {
    const { owner, actor, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const system = suite.service.as({ ...actor(3), system: 'Texter', systemId: 7 });
    await owner.updatePerson(person.id, { assignedUserId: 3 });
    const text = { personId: person.id, message: 'Hi\nJo', toNumber: '555 010 0100', fromNumber: '555 010 0101' };
    const made = await system
      .on(textMessages)
      .create({ ...text, externalLabel: 'Open', externalUrl: 'https://t.example/1' });
    expect(made).toMatchObject({
      ...text,
      id: 1,
      isIncoming: false,
      status: 'Sent',
      userId: 3,
      userName: 'Ada Agent',
      sent: made.created,
      externalLabel: 'Open',
      externalUrl: 'https://t.example/1',
      systemName: 'Texter',
      systemId: 7,
      actionPlanId: null,
    });
    expect(await owner.on(textMessages).update(made.id, { isIncoming: true })).toMatchObject({
      status: 'Received',
      userName: 'Ada Agent',
      systemName: 'Texter',
      systemId: 7,
      updatedBy: 'Olga Owner',
    });
    await owner.on(textMessages).update(made.id, { isIncoming: true, message: 'Hi\nJo' });
    await owner.on(textMessages).remove(made.id);
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('text'));
    await eventually(() =>
      expect(fired()).toEqual(['textMessagesCreated', 'textMessagesUpdated', 'textMessagesDeleted']),
    );
  });

  it('are found by person, numbers and direction', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const text = { personId: person.id, message: 'Hi' };
    await owner.on(textMessages).create({ ...text, toNumber: '+1 555 010 0100', fromNumber: '555 010 0101' });
    await owner
      .on(textMessages)
      .create({ ...text, toNumber: '555 010 0101', fromNumber: '555 010 0100', isIncoming: true });
    const found = async (query: string) => (await owner.on(textMessages).list(query)).ids;
    expect(await found(`personId=${person.id}`)).toEqual([2, 1]);
    expect(await found('toNumber=5550100100')).toEqual([1]);
    expect(await found('fromNumber=(555) 010-0100')).toEqual([2]);
    expect(await found('isIncoming=true')).toEqual([2]);
    expect(await found('isIncoming=0')).toEqual([1]);
  });

  it('refuse invalid URLs and people invisible to the caller', async () => {
    const { owner, agent } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const text = { personId: person.id, message: 'Hi', toNumber: '1', fromNumber: '2' };
    await expect(owner.on(textMessages).create({ ...text, externalUrl: 'javascript:x()' })).rejects.toThrow(
      "Field 'externalUrl'",
    );
    await expect(agent.on(textMessages).create(text)).rejects.toThrow(
      "Field 'personId': no such person or no permission.",
    );
  });

  it('D5.3 update the text activity of their person on create, update and delete', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const fields = 'textsReceived,textsSent,lastReceivedText,lastSentText,lastText';
    const activity = () => owner.on(people).get(person.id, `fields=${fields}`);
    const text = { personId: person.id, message: 'Hi', toNumber: '1', fromNumber: '2' };
    const sent = await owner.on(textMessages).create(text);
    const received = await owner.on(textMessages).create({ ...text, isIncoming: true });
    expect(await activity()).toMatchObject({
      textsReceived: 1,
      textsSent: 1,
      lastReceivedText: received.created,
      lastSentText: sent.created,
      lastText: received.created,
    });
    await owner.on(textMessages).update(received.id, { isIncoming: false });
    expect(await activity()).toMatchObject({
      textsReceived: 0,
      textsSent: 2,
      lastReceivedText: null,
      lastSentText: received.created,
    });
    await owner.on(textMessages).remove(received.id);
    await owner.on(textMessages).remove(sent.id);
    expect(await activity()).toMatchObject({ textsReceived: 0, textsSent: 0, lastSentText: null, lastText: null });
  });
});
