import { randomBytes } from 'node:crypto';
import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import type { ConnectionAccount } from '@porchlight/tools/src/send/connection';

export interface TestAccountOptions {
  readonly withLender?: boolean;
  /** Mails per day by kind; default: those of a new account. */
  readonly mailsPerDay?: Readonly<Record<string, number>>;
}

/** Creates an account without limits of requests, and API keys of its owner and, if requested, of a lender. */
export const createTestAccount = async (
  { accounts, as }: OperatorClient,
  who: string,
  run: string,
  { withLender = false, mailsPerDay = {} }: TestAccountOptions = {},
): Promise<ConnectionAccount> => {
  const name = `${who} ${run}`;
  const email = `owner.${who}.${run}@example.com`;
  const password = randomBytes(12).toString('base64url');
  const limits = { lifted: true, perWindow: {}, mailsPerDay: { ...mailsPerDay } };
  const { accountId, ownerId } = await accounts.createAccount(
    { name, domain: '', firstName: 'Test', lastName: who, email, password, limits },
    as,
  );
  const createKey = async (userId: number): Promise<string> =>
    (await accounts.createApiKey({ accountId, userId, label: 'Test' }, as)).apiKey;
  const owner = { id: ownerId, name, email, password, apiKey: await createKey(ownerId) };
  if (!withLender) return { id: accountId, name, users: { owner } };
  const lenderEmail = `lender.${who}.${run}@example.com`;
  const about = { firstName: 'Test', lastName: 'Lender', email: lenderEmail, role: 'Lender', password };
  const { userId } = await accounts.addUser({ accountId, ...about, phone: '', timezone: '' }, as);
  const lender = { id: userId, name: 'Test Lender', email: lenderEmail, apiKey: await createKey(userId) };
  return { id: accountId, name, users: { owner, lender } };
};
