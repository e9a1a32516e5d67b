import { createManualClock } from '@porchlight/runtime';
import { captureLogger, expectRefusal } from '@porchlight/testkit';
import { createChooseRecipients, type RecipientOptions } from './choose-recipients';
import type { NewNotification } from './parse-notifications';

const ACCOUNT = 78;

/** The choice for an account without copies of users that is held or not. */
const chooseIn = (held: boolean | undefined) => {
  const clock = createManualClock();
  const users: RecipientOptions['users'] = {
    find: async () => () => undefined,
    findOwner: async () => undefined,
    findAdministrators: async () => [],
  };
  const accounts = {
    byId: async () => (held === undefined ? undefined : { _id: ACCOUNT, accountId: ACCOUNT, version: 2, held }),
  } as unknown as RecipientOptions['accounts'];
  const choose = createChooseRecipients({ users, accounts, clock, logger: captureLogger().logger });
  const inquiry = {
    accountId: ACCOUNT,
    about: 'lead:1',
    fallback: true,
    at: clock.date(),
  } as unknown as NewNotification;
  return choose([inquiry]);
};

describe('D13.3 an inquiry of an account without copies of users', () => {
  it('given a deleted account, then no user is notified and nothing waits', async () =>
    expect(await chooseIn(true)).toEqual([]));

  it.each([undefined, false])('given a new account (held: %s), then it waits for the copy of the owner', (held) =>
    expectRefusal(chooseIn(held), 'UNAVAILABLE'),
  );
});
