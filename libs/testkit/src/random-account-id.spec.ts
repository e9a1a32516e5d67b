import { MAX_TEST_ACCOUNT_ID, randomAccountId } from './random-account-id';

it('returns accounts within bounds that rarely collide', () => {
  const ids = Array.from({ length: 1_000 }, randomAccountId);
  expect(ids.every((id) => Number.isInteger(id) && id >= 1 && id <= MAX_TEST_ACCOUNT_ID)).toBe(true);
  expect(new Set(ids).size).toBeGreaterThan(980);
});
