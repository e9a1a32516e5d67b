import { inAllAccounts } from '@porchlight/store';
import type { AccountSummary } from '@porchlight/contracts';
import type { AccountDocument } from './account-document';
import type { Accounts } from './account-parts';

/** Accounts of one response. */
const PAGE_SIZE = 200;

const toSummary = ({ _id: id, name, domain, status = 'Active', created }: AccountDocument): AccountSummary => ({
  id,
  name,
  domain,
  status,
  created,
});

/** Lists the accounts of the installation by id. Deleted ones are left out: only their numbers are stored. */
export const listAccounts =
  ({ accounts }: Pick<Accounts, 'accounts'>) =>
  async ({ afterId }: { afterId: number }): Promise<{ records: AccountSummary[]; nextAfterId: number }> => {
    const page = await accounts.find(inAllAccounts({ _id: { $gt: afterId } }), {
      sort: { _id: 1 },
      limit: PAGE_SIZE,
    });
    return {
      records: page.filter(({ status }) => status !== 'Deleted').map(toSummary),
      nextAfterId: page.length < PAGE_SIZE ? 0 : page.at(-1)!._id,
    };
  };
