import { parseBody } from '@porchlight/resource';
import { events } from './events.resource';

const readType = (type: string): unknown => parseBody(events, { type }, 'create').record.type;

describe('D13.4 event types that mean opting out', () => {
  it.each([
    ['unsubscribe'],
    ['Unsubscribe'],
    ['UNSUBSCRIBED'],
    ['opt-out'],
    ['Opt Out'],
    ['opted_out'],
    ['Opt-Out Request'],
    ['remove'],
    ['Remove Me'],
    ['STOP'],
    ['Do Not Email'],
    ['do_not_contact'],
  ])('B16 an opt-out request: given %s in strict mode, then the type is Unsubscribed', (type) =>
    expect(readType(type)).toBe('Unsubscribed'),
  );

  it.each([['Stopped by'], ['Removed Property'], ['constructor'], ['Opt In']])(
    'given %s in strict mode, then it is refused as any unknown type',
    (type) => expect(() => readType(type)).toThrow(/must be one of/),
  );
});
