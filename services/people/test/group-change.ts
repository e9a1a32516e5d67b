import { randomBytes } from 'node:crypto';
import { formatTopic, type Bus } from '@porchlight/bus';
import { Change, Group } from '@porchlight/contracts';

/** Publishes a change of a group like auth; `deleted` publishes its deletion. */
export const publishGroup = async (
  bus: Bus,
  accountId: number,
  group: Partial<Group> & { id: number },
  verb: 'created' | 'updated' | 'deleted' = 'created',
): Promise<void> => {
  const fired = {
    name: `Group ${group.id}`,
    type: 'Agent',
    distribution: 'round-robin',
    userIds: [],
    users: [],
    version: 1,
    ...group,
  };
  const record = verb === 'deleted' ? Buffer.alloc(0) : Buffer.from(Group.encode(fired).finish());
  const id = randomBytes(13).toString('hex');
  const value = Change.encode({
    eventId: id,
    accountId,
    occurred: undefined,
    service: 'auth',
    resource: 'groups',
    verb,
    ids: [group.id],
    webhookEvents: [],
    actorUserId: 0,
    system: '',
    changed: [],
    record,
    suppressOwn: false,
    dataJson: '',
    batchId: '',
  }).finish();
  await bus.publish(formatTopic('auth'), [
    { key: String(accountId), id, type: `auth.groups.${verb}`, time: new Date(), value },
  ]);
};
