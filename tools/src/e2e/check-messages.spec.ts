import type { BusMessage } from '@porchlight/bus';
import { Change, personMerged } from '@porchlight/contracts';
import { findDifferences } from './check-messages';

const TOPIC = 'porchlight.people.changes.v1';
const described = new Set(['people.notes.created', personMerged.type]);

const createMessage = (fields: Partial<Change>, other: Partial<BusMessage> = {}): BusMessage => {
  const change: Change = {
    eventId: '01',
    accountId: 7,
    service: 'people',
    resource: 'notes',
    verb: 'created',
    ids: [1],
    webhookEvents: ['notesCreated'],
    occurred: new Date(0),
    actorUserId: 1,
    system: '',
    changed: [],
    record: Buffer.alloc(0),
    suppressOwn: false,
    dataJson: '',
    batchId: '',
    ...fields,
  };
  return {
    key: '7',
    id: '01',
    type: `${change.service}.${change.resource}.${change.verb}`,
    time: new Date(0),
    value: Change.encode(change).finish(),
    ...other,
  };
};
const merged = { resource: 'people', verb: 'merged', webhookEvents: [] };

it('given a message as described, then there are no differences', () => {
  expect(findDifferences(described, TOPIC, createMessage({}))).toEqual([]);
  expect(findDifferences(described, TOPIC, createMessage({ ...merged, dataJson: '{"id":1,"into":2}' }))).toEqual([]);
});

it.each([
  ['an undescribed type', createMessage({ resource: 'ponds' }), TOPIC],
  ['another topic', createMessage({}), 'porchlight.deals.changes.v1'],
  ['another key', createMessage({}, { key: '8' }), TOPIC],
  ['another id', createMessage({}, { id: '02' }), TOPIC],
  ['an unknown webhook event', createMessage({ webhookEvents: ['notesInvented'] }), TOPIC],
  ['changed fields of a create', createMessage({ changed: ['body'] }), TOPIC],
  ['a fact with invalid data', createMessage({ ...merged, dataJson: '{"id":1}' }), TOPIC],
  ['a fact without data', createMessage(merged), TOPIC],
])('given a message with %s, then there is one difference', (_what, message, topic) => {
  expect(findDifferences(described, topic, message)).toHaveLength(1);
});
