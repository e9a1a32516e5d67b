import { leadFlows, ponds, tasks } from '@porchlight/contracts';
import { startStopwatch } from '@porchlight/runtime';
import { publishGroup } from './group-change';
import { useSuite } from './suite';

/** Delay of the group's change, ms, like that of a busy consumer. */
const LATE_MS = 400;

describe('a reference to a record of another service', () => {
  const suite = useSuite();

  it('is accepted when the copy of a new group arrives while the lead flow is created', async () => {
    const { owner, accountId } = await suite.newAccount();
    const created = owner.on(leadFlows).create({ name: 'early', assignGroupId: 70 });
    setTimeout(() => void publishGroup(suite.bus, accountId, { id: 70, userIds: [3] }), LATE_MS);
    expect(await created).toMatchObject({ name: 'early', assignGroupId: 70 });
  });

  it('is rejected within 2 s when the record does not exist', async () => {
    const { owner } = await suite.newAccount();
    const elapsed = startStopwatch();
    const unknown = { reason: 'UNKNOWN_REFERENCE' };
    await Promise.all([
      expect(owner.on(leadFlows).create({ assignGroupId: 71 })).rejects.toMatchObject(unknown),
      expect(owner.on(ponds).create({ name: 'Pond', userId: 999 })).rejects.toMatchObject(unknown),
      expect(owner.on(tasks).create({ personId: 1, name: 'Call', assignedUserId: 999 })).rejects.toBeDefined(),
      expect(owner.createPerson({ firstName: 'Ann', assignedUserId: 999 })).rejects.toMatchObject(unknown),
    ]);
    // Twice the 2 s, for loaded machines; without the time limit a lookup takes 20 s.
    expect(elapsed()).toBeLessThan(4_000);
  });
});
