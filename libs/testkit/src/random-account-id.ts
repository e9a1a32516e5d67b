import { randomInt } from 'node:crypto';

/** Highest account id of a test; the sequences of a test stack start at 1 and stay far below. */
export const MAX_TEST_ACCOUNT_ID = 2_097_151;

/** Returns a random account id (1 to 2,097,151), which separates the data of tests in a shared database. */
export const randomAccountId = (): number => randomInt(1, MAX_TEST_ACCOUNT_ID + 1);
