import type { KafkaMessage } from 'kafkajs';
import { fromRecord, toRecord } from './wire-record';

const createRecord = (over: object = {}): KafkaMessage => ({
  key: Buffer.from('7'),
  value: Buffer.from('v'),
  timestamp: '1700000000000',
  attributes: 0,
  offset: '42',
  headers: {},
  ...over,
});

it('writes the CloudEvents headers in addition to those of the message', () => {
  const record = toRecord({
    key: '7',
    id: '01J',
    type: 'people.people.created',
    time: new Date('2026-01-02T03:04:05.678Z'),
    value: new Uint8Array([1, 2]),
    headers: { traceparent: '00-1' },
  });
  expect(record).toEqual({
    key: '7',
    value: Buffer.from([1, 2]),
    headers: {
      traceparent: '00-1',
      ce_specversion: '1.0',
      ce_id: '01J',
      ce_type: 'people.people.created',
      ce_time: '2026-01-02T03:04:05.678Z',
    },
  });
});

it('reads a record of another producer: an id from its offset, no key, no value, an invalid time', () => {
  const headers = { ce_time: Buffer.from('yesterday'), note: [Buffer.from('x'), Buffer.from('y')] };
  const message = fromRecord('t', 3, createRecord({ key: null, value: null, headers }));
  expect(message).toEqual({
    key: '',
    id: 't/3/42',
    type: 'unknown',
    time: new Date(1_700_000_000_000),
    value: new Uint8Array(0),
    headers: { note: 'x' },
  });
});
