import { randomBytes } from 'node:crypto';
import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import type { ConnectionAccount } from '@porchlight/tools/src/send/connection';

/** Creates an account without rate limits, and an API key of its owner. */
export const createTestAccount = async (
  { accounts, as }: OperatorClient,
  who: string,
  run: string,
): Promise<ConnectionAccount> => {
  const name = `${who} ${run}`;
  const email = `owner.${who}.${run}@example.com`;
  const password = randomBytes(12).toString('base64url');
  const limits = { lifted: true, perWindow: {}, mailsPerDay: {} };
  const { accountId, ownerId } = await accounts.createAccount(
    { name, domain: '', firstName: 'Test', lastName: who, email, password, limits },
    as,
  );
  const { apiKey } = await accounts.createApiKey({ accountId, userId: ownerId, label: 'Test' }, as);
  return { id: accountId, name, users: { owner: { id: ownerId, name, email, apiKey } } };
};
