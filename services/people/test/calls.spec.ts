import { calls, people } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('calls', () => {
  it('can be recorded for the caller or another user, changed and deleted, each with its webhook', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const call = { personId: person.id, phone: '+1 (555) 010-0100', isIncoming: true };
    const made = await owner.on(calls).create({
      ...call,
      note: 'Spoke',
      outcome: 'Interested',
      duration: 61,
      toNumber: '555 010 0199',
      recordingUrl: 'https://calls.example/1.mp3',
    });
    expect(made).toMatchObject({
      ...call,
      id: 1,
      note: 'Spoke',
      outcome: 'Interested',
      duration: 61,
      toNumber: '555 010 0199',
      fromNumber: null,
      userId: 1,
      userName: 'Olga Owner',
      recordingUrl: 'https://calls.example/1.mp3',
      createdById: 1,
      createdBy: 'Olga Owner',
    });
    expect(await owner.on(calls).create({ ...call, isIncoming: 0, userId: 3 })).toMatchObject({
      isIncoming: false,
      userId: 3,
      userName: 'Ada Agent',
      createdById: 1,
    });
    await owner.on(calls).update(made.id, made);
    expect(await owner.on(calls).update(made.id, { duration: null, outcome: 'Busy' })).toMatchObject({
      duration: null,
      outcome: 'Busy',
    });
    await owner.on(calls).remove(made.id);
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('calls'));
    await eventually(() => expect(fired()).toEqual(['callsCreated', 'callsCreated', 'callsUpdated', 'callsDeleted']));
  });

  it('are found by person and by the digits of a number in any format', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const { person: other } = await owner.createPerson({ firstName: 'Al' });
    const call = { personId: person.id, isIncoming: true };
    await owner
      .on(calls)
      .create({ ...call, phone: '+1 (555) 010-0100', toNumber: '555.010.0101', fromNumber: '555 010 0102' });
    await owner.on(calls).create({ ...call, personId: other.id, phone: '555-010-0103' });
    const found = async (query: string) => (await owner.on(calls).list(query)).ids;
    expect(await found(`personId=${person.id}`)).toEqual([1]);
    expect(await found('phone=5550100100')).toEqual([1]);
    expect(await found('phone=1-555-010-0103')).toEqual([2]);
    expect(await found('toNumber=(555)0100101')).toEqual([1]);
    expect(await found('fromNumber=15550100102&phone=5550100100')).toEqual([1]);
    expect(await found('phone=unknown')).toEqual([]);
    await owner.on(calls).update(1, { phone: '555 010 0104' });
    expect([await found('phone=5550100100'), await found('phone=5550100104')]).toEqual([[], [1]]);
  });

  it('refuse unknown users, invalid URLs and people invisible to the caller', async () => {
    const { owner, agent2 } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 3 });
    const call = { personId: person.id, phone: '555 010 0100', isIncoming: true };
    await expectRefusal(owner.on(calls).create({ ...call, userId: 99 }), 'UNKNOWN_REFERENCE');
    for (const recordingUrl of ['javascript:x()', 'ftp://a.example/x', 'x'])
      await expect(owner.on(calls).create({ ...call, recordingUrl })).rejects.toThrow(
        "Field 'recordingUrl' must be a web address",
      );
    await expect(agent2.on(calls).create(call)).rejects.toThrow('no such person or no permission');
    expect((await owner.on(calls).list()).total).toBe(0);
  });

  it('update the call activity of their person on create, update and delete', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const fields = 'callsIncoming,callsOutgoing,callsDuration,firstCall,lastCall,lastIncomingCall,lastOutgoingCall';
    const activity = () => owner.on(people).get(person.id, `fields=${fields}`);
    const call = { personId: person.id, phone: '555 010 0100' };
    const first = await owner.on(calls).create({ ...call, isIncoming: true, duration: 60 });
    const second = await owner.on(calls).create({ ...call, isIncoming: false, duration: 5 });
    expect(await activity()).toMatchObject({
      callsIncoming: 1,
      callsOutgoing: 1,
      callsDuration: 65,
      firstCall: first.created,
      lastCall: second.created,
      lastIncomingCall: first.created,
      lastOutgoingCall: second.created,
    });
    await owner.on(calls).update(second.id, { isIncoming: true, duration: 7 });
    expect(await activity()).toMatchObject({
      callsIncoming: 2,
      callsOutgoing: 0,
      callsDuration: 67,
      lastIncomingCall: second.created,
      lastOutgoingCall: null,
    });
    await owner.on(calls).remove(first.id);
    expect(await activity()).toMatchObject({ callsIncoming: 1, callsDuration: 7, firstCall: second.created });
    await owner.on(calls).remove(second.id);
    expect(await activity()).toEqual({
      id: person.id,
      callsIncoming: 0,
      callsOutgoing: 0,
      callsDuration: 0,
      firstCall: null,
      lastCall: null,
      lastIncomingCall: null,
      lastOutgoingCall: null,
    });
    expect(suite.collected.webhooks(accountId)).not.toContain('peopleUpdated');
  });
});
