import { expectRefusal } from '@porchlight/testkit';
import { inAllAccounts } from '@porchlight/store';
import { refuse } from '@porchlight/errors';
import { openProcess } from '../../test/process';
import { createAccount } from './create-account';

it('given an invalid owner, then no account is created', async () => {
  const { parts, stop } = await openProcess();
  const call = { signal: new AbortController().signal };
  const request = {
    name: 'A',
    domain: '',
    firstName: 'O',
    lastName: '',
    email: 'o@example.com',
    password: 'correct horse battery',
  };
  const long = 'x'.repeat(200);
  await expectRefusal(createAccount(parts)({ ...request, firstName: long, lastName: long }, call), 'INVALID_BODY');
  const busy = {
    ...parts,
    secrets: { ...parts.secrets, hashPassword: async () => Promise.reject(refuse('UNAVAILABLE')) },
  };
  await expectRefusal(createAccount(busy)(request, call), 'UNAVAILABLE');
  expect(await parts.accounts.find(inAllAccounts({}), { limit: 10 })).toEqual([]);
  expect(await createAccount(parts)(request, call)).toEqual({ accountId: 1, ownerId: 1 });
  await stop();
});
