import type { BusMessage } from '@porchlight/bus';
import { createAutomationDirectory, withAutomations } from './automation-directory';

type Automations = Parameters<typeof createAutomationDirectory>[0];

const createMessage = (accountId: number, id: string): BusMessage =>
  ({ key: String(accountId), id, type: 'people.people.created' }) as BusMessage;

/** A directory in which these accounts have an automation, and the accounts that it looked up. */
const openDirectory = (accounts: Set<number>) => {
  const lookups: number[] = [];
  const find = async ({ accountId }: { accountId: number }) => {
    lookups.push(accountId);
    return accounts.has(accountId) ? [{ id: 1 }] : [];
  };
  return { directory: createAutomationDirectory({ find } as unknown as Automations), lookups };
};

describe('the changes that automations read', () => {
  test('Given accounts with and without automations, Then only those with one remain, in their order', async () => {
    const { directory, lookups } = openDirectory(new Set([2]));
    const batch = [createMessage(1, 'a'), createMessage(2, 'b'), createMessage(1, 'c'), createMessage(2, 'd')];
    expect((await withAutomations(directory, batch)).map(({ id }) => id)).toEqual(['b', 'd']);
    expect(lookups).toEqual([1, 2]);
  });

  test('Given an account gets its first automation, Then its next batch is read', async () => {
    const accounts = new Set<number>();
    const { directory } = openDirectory(accounts);
    const batch = [createMessage(1, 'a')];
    expect(await withAutomations(directory, batch)).toEqual([]);
    accounts.add(1);
    expect(await withAutomations(directory, batch)).toHaveLength(1);
  });

  test('Given an account is known to have automations, Then no further query asks for it', async () => {
    const { directory, lookups } = openDirectory(new Set([1]));
    await withAutomations(directory, [createMessage(1, 'a')]);
    await withAutomations(directory, [createMessage(1, 'b')]);
    expect(lookups).toEqual([1]);
  });
});
