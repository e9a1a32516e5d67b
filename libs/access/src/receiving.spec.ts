import { mayReceive } from './receiving';

describe('D13.3 nothing new is given to a disabled user', () => {
  test.each([
    ['Active', 'record', true],
    ['Active', 'lead', true],
    ['Invited', 'record', true],
    ['Invited', 'lead', false],
    ['Disabled', 'record', false],
    ['Disabled', 'lead', false],
  ] as const)('Given a user who is %s, When a %s is assigned, Then it is allowed: %s', (status, what, allowed) => {
    expect(mayReceive({ status }, what)).toBe(allowed);
  });

  test('Given no such user, When a record is assigned, Then it is not allowed', () => {
    expect(mayReceive(undefined, 'record')).toBe(false);
  });
});
