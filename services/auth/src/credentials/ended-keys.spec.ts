import { expectRefusal } from '@porchlight/testkit';
import type { StoreCall } from '@porchlight/store';
import { openProcess } from '../../test/process';
import { createAccount } from '../accounts';
import { endApiKey, issueApiKey, listApiKeys } from './api-keys';

it('given thousands of disabled keys, then a user lists and disables the active ones', async () => {
  const { parts, stop } = await openProcess();
  const { signal } = new AbortController();
  const { accountId, ownerId: userId } = await createAccount(parts)(
    { name: 'A', domain: '', firstName: 'O', lastName: '', email: 'o@example.com', password: '' },
    { signal },
  );
  const ended = Array.from({ length: 2_500 }, (_, nth) => ({
    _id: `ended ${nth}`,
    accountId,
    keyId: 10_000 + nth,
    userId,
    label: '',
    prefix: '',
    created: new Date(),
    disabled: true,
  }));
  await parts.apiKeys.insertMany(ended);
  const call: StoreCall = { actor: { accountId, userId, role: 'Owner' }, signal };
  const { record } = await issueApiKey(parts)({ userId, label: 'Website', scopes: [] }, call);
  expect((await listApiKeys(parts)({ userId }, call)).records).toEqual([record]);
  await endApiKey(parts)({ userId, keyId: record!.id }, call);
  expect((await listApiKeys(parts)({ userId }, call)).records).toEqual([]);
  await expectRefusal(endApiKey(parts)({ userId, keyId: record!.id }, call), 'NOT_FOUND');
  await stop();
});
