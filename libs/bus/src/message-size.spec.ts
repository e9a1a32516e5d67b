import type { BusMessage } from './bus';
import { checkMessages, MAX_MESSAGE_BYTES, messageSize } from './message-size';

const createMessage = (over: Partial<BusMessage> = {}): BusMessage => ({
  key: '1',
  id: '01J',
  type: 't',
  time: new Date(0),
  value: new Uint8Array(0),
  ...over,
});
const empty = messageSize(createMessage());

it('counts value, key, id, type and headers in bytes, not characters', () => {
  const message = createMessage({ key: 'ü', id: '01J2', type: 'tt', value: new Uint8Array(5), headers: { a: '€' } });
  expect(messageSize(message) - empty).toBe(1 + 1 + 1 + 5 + (10 + 1 + 3));
});

it('accepts a message of exactly the limit and rejects one more byte', () => {
  const value = new Uint8Array(MAX_MESSAGE_BYTES - empty);
  expect(checkMessages([createMessage({ value })])).toEqual([MAX_MESSAGE_BYTES]);
  const more = createMessage({ value: new Uint8Array(value.length + 1) });
  expect(() => checkMessages([createMessage(), more])).toThrow(expect.objectContaining({ reason: 'BODY_TOO_LARGE' }));
});
