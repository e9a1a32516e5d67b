import type { BusMessage } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import type { Draft } from '@porchlight/store';
import type { AuditLogDocument } from './audit-log';
import { recordChanges } from './record-changes';

const message = (change: Partial<Change>): BusMessage => {
  const created = { accountId: 1, service: 'people', resource: 'people', verb: 'created', ids: [7] };
  const value = Change.encode({ ...Change.decode(new Uint8Array()), ...created, ...change }).finish();
  return { key: '1', id: 'm1', type: 'people.people.created', time: new Date(0), value };
};

test('records which user changed which record, by account, and ignores additional events of a change', async () => {
  const written: Record<number, readonly Draft<AuditLogDocument>[]> = {};
  let writes = 0;
  const handle = recordChanges({
    entries: {
      insertAll: async ({ actor }, drafts) => {
        writes += 1;
        written[actor.accountId] = drafts;
        return [];
      },
    },
  });
  const occurred = new Date('2026-01-31T12:00:00Z');
  await handle(
    [
      message({ eventId: 'a', occurred, actorUserId: 3, system: 'Site' }),
      message({ eventId: 'b', accountId: 2, verb: 'updated', changed: ['name'] }),
      message({ eventId: 'c', verb: 'deleted', resource: 'notes', ids: [8, 9], actorUserId: 3 }),
      // Tags that were added at the creation, and facts for other services only.
      message({ eventId: 'd', dataJson: '{"tags":["x"]}' }),
      message({ eventId: 'f', verb: 'leadReceived', dataJson: '{}' }),
      message({ eventId: 'g', verb: 'erased', dataJson: '{"people":[7]}' }),
    ],
    { topic: 'people', partition: 0, signal: new AbortController().signal },
  );
  expect(writes).toBe(2);
  expect(written[1]).toEqual([
    { key: 'a', created: occurred, userId: 3, system: 'Site', verb: 'created', resource: 'people', resourceId: 7 },
    { key: 'c#8', userId: 3, verb: 'deleted', resource: 'notes', resourceId: 8 },
    { key: 'c#9', userId: 3, verb: 'deleted', resource: 'notes', resourceId: 9 },
    { key: 'g', verb: 'erased', resource: 'people', resourceId: 7 },
  ]);
  expect(written[2]).toEqual([{ key: 'b', verb: 'updated', resource: 'people', resourceId: 7, changed: ['name'] }]);
});
