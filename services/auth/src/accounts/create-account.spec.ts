import { expectRefusal } from '@porchlight/testkit';
import { inAllAccounts } from '@porchlight/store';
import { refuse } from '@porchlight/errors';
import { openProcess } from '../../test/process';
import { createAccount } from './create-account';

it('given an invalid owner, then no account is created', async () => {
  const { ports, stop } = await openProcess();
  const call = { signal: AbortSignal.timeout(30_000) };
  const request = {
    name: 'A',
    domain: '',
    firstName: 'O',
    lastName: '',
    email: 'o@example.com',
    password: 'correct horse battery',
  };
  const long = 'x'.repeat(200);
  await expectRefusal(createAccount(ports)({ ...request, firstName: long, lastName: long }, call), 'INVALID_BODY');
  const busy = {
    ...ports,
    secrets: { ...ports.secrets, hashPassword: async () => Promise.reject(refuse('UNAVAILABLE')) },
  };
  await expectRefusal(createAccount(busy)(request, call), 'UNAVAILABLE');
  expect(await ports.accounts.find(inAllAccounts({}), { limit: 10 })).toEqual([]);
  expect(await createAccount(ports)(request, call)).toEqual({ accountId: 1, ownerId: 1 });
  await stop();
});
