import { mayMailUser } from './mailable-user';

const NOW = Date.UTC(2026, 10, 26);
const at = (ms: number) => new Date(NOW + ms);

describe('N2 mail to a user', () => {
  it.each([
    ['a confirmed email', { emailConfirmed: true }],
    ['an unconfirmed email with time to confirm', { emailConfirmed: false, confirmEmailBy: at(1) }],
    ['a copy of an earlier version', {}],
  ])('given %s, then it may leave', (_case, user) => expect(mayMailUser(user, NOW)).toBe(true));

  it.each([
    ['an unconfirmed email', { emailConfirmed: false }],
    ['an unconfirmed email after the time to confirm', { emailConfirmed: false, confirmEmailBy: at(0) }],
  ])('given %s, then none leaves', (_case, user) => expect(mayMailUser(user, NOW)).toBe(false));
});
