import { checkLimit, textBytes } from './check-limit';

const limit = { value: 10, unit: 'bytes' } as const;

describe('checkLimit', () => {
  it('accepts a value of exactly the limit', () =>
    expect(() => checkLimit(limit, { field: 'steps', sent: 10, advice: 'Shorten them.' })).not.toThrow());

  it('names the field, the value sent, the limit and what to do', () =>
    expect(() => checkLimit(limit, { field: 'steps', sent: 11, advice: 'Shorten them.' })).toThrow(
      "Field 'steps' holds 11 bytes; the limit is 10 bytes. Shorten them.",
    ));

  it('counts bytes, not characters', () => expect(textBytes(['ü'])).toBe(6));
});
