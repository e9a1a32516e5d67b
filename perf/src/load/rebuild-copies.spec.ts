import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import type { LoadedAccount } from './loaded-accounts';
import { MAX_REBUILT_PEOPLE, rebuildSmallCopies } from './rebuild-copies';

const signal = new AbortController().signal;
const createLoadedAccount = (size: number, loaded = size): LoadedAccount => ({
  size,
  account: { id: 7, name: 'Load', users: {} },
  agentIds: [],
  loaded,
  events: 0,
  tasks: 0,
  until: 0,
});

/** Services that note who asks them to rebuild. */
const standIns = () => {
  const asked: string[] = [];
  const answer =
    (service: string) =>
    async ({ accountId }: { accountId: number }) => {
      asked.push(`${service} ${accountId}`);
      return { nextPersonId: 0, nextEventId: 0 };
    };
  const client = {
    dealsMaintenance: { rebuildDealCopies: answer('deals') },
    marketingMaintenance: { rebuildMarketingCopies: answer('marketing') },
    as: {},
    close: async () => void asked.push('closed'),
  };
  return { asked, createClient: () => client as unknown as OperatorClient };
};

it('a load that is complete ends with deals and marketing knowing its people, once', async () => {
  const { asked, createClient } = standIns();
  const loaded = createLoadedAccount(1_000);
  expect(await rebuildSmallCopies(loaded, createClient, signal)).toBeUndefined();
  expect(asked).toEqual(['deals 7', 'closed', 'marketing 7', 'closed']);
  await rebuildSmallCopies(loaded, createClient, signal);
  expect(asked).toHaveLength(4);
});

it('Given an interrupted or very large load, Then no copies are rebuilt; for a large one it returns the commands', async () => {
  const { asked, createClient } = standIns();
  expect(await rebuildSmallCopies(createLoadedAccount(1_000, 500), createClient, signal)).toBeUndefined();
  expect(await rebuildSmallCopies(createLoadedAccount(MAX_REBUILT_PEOPLE + 1), createClient, signal)).toContain(
    'npm run porchlight -- rebuild marketing --account 7',
  );
  expect(asked).toEqual([]);
});
