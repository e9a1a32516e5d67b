import { createIds, createManualClock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { type SessionDocument, sessionSchema } from '../sign-in/session-document';
import type { PasswordResets } from './invitation-parts';
import { passwordLinkSchema } from './password-link-document';
import { choosePassword } from './password-links';

const clock = createManualClock();
let store: Store;
beforeAll(async () => {
  store = await openLoneStore({ service: 'auth', clock });
});
afterAll(() => store.stop(AbortSignal.timeout(1_000)));

it('given many sessions, then a new password ends all of the user and none of others', async () => {
  const sessions = store.collection('sessions', sessionSchema);
  const passwordLinks = store.collection('passwordLinks', passwordLinkSchema);
  const session = (nth: number, userId: number): SessionDocument => ({
    _id: `${userId}-${nth}`,
    sessionId: `${nth}`,
    accountId: 1,
    userId,
    created: clock.date(),
    lastUsed: clock.date(),
    address: '',
    agent: '',
    expires: new Date(clock.now() + 1_000),
  });
  await sessions.insertMany([...Array.from({ length: 1_200 }, (_, nth) => session(nth, 7)), session(0, 8)]);
  await passwordLinks.insertMany([
    { _id: 'password link x', purpose: 'reset', accountId: 1, userId: 7, expires: new Date(clock.now() + 1_000) },
  ]);
  const user = { accountId: 1, id: 7, status: 'Active' };
  const parts = {
    clock,
    ids: createIds({ clock }),
    sessions,
    passwordLinks,
    secrets: { hash: (text: string) => text, hashPassword: async (text: string) => text },
    users: { load: async () => user, modify: async () => user },
    // With a second factor required, no new session begins.
    secondFactors: { findOne: async () => ({ confirmed: true }) },
  } as unknown as PasswordResets;
  await choosePassword(parts)(
    { token: 'x', password: 'a brand new one', revoke: [], place: undefined },
    { signal: AbortSignal.timeout(5_000) },
  );
  expect((await sessions.find({ accountId: 1 }, { limit: 10 })).map(({ userId }) => userId)).toEqual([8]);
});
