import type { StoreCall } from '@porchlight/store';
import type { PersonDocument } from '../person';
import { findKnownPeople } from './find-known-person';

const call: StoreCall = { actor: { accountId: 1, userId: 1, role: 'Owner' }, signal: new AbortController().signal };
const PHONE = '5551234567';

/** So many people with the phone of one office, the oldest first, those below `trashed` in Trash. */
const createAccount = (size: number, trashed = 0) => {
  const all = Array.from(
    { length: size },
    (_, at) =>
      ({
        id: at + 1,
        identities: [`p:${PHONE}`, `e:p${at + 1}@x.io`],
        trashed: at < trashed,
      }) as unknown as PersonDocument,
  );
  const read: number[] = [];
  const people = {
    findBy: async (_call: StoreCall, _field: string, value: string | number, limit: number) => {
      const found = all.filter(({ identities }) => identities.includes(String(value))).slice(0, limit);
      read.push(found.length);
      return found;
    },
    load: async () => undefined,
  };
  const find = async (...emails: string[]): Promise<number[]> =>
    (
      await findKnownPeople(people, call, {
        emails: emails.map((value) => ({ value })),
        phones: [{ value: PHONE, normalized: PHONE }],
      })
    ).map(({ id }) => id);
  return { find, read };
};

it('given hundreds of people with the same phone, only a few are read and the oldest is chosen', async () => {
  const { find, read } = createAccount(300);
  expect((await find())[0]).toBe(1);
  expect(read).toEqual([8]);
});

it('a person with the email precedes people with the phone', async () => {
  const { find, read } = createAccount(300);
  expect((await find('P250@x.io')).slice(0, 2)).toEqual([250, 1]);
  expect(read).toEqual([1, 8]);
});

it('a person is found behind many people in Trash', async () => {
  const { find, read } = createAccount(300, 20);
  expect((await find())[0]).toBe(21);
  expect(read).toEqual([8, 50]);
});
