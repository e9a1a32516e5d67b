import { randomInt } from 'node:crypto';

/** Highest id that a test gives to an account; real sequences of a test stack begin at 1 and stay far below. */
export const MAX_TEST_ACCOUNT_ID = 2_097_151;

/** An account of its own for a test (1 to 2,097,151): what tests share is told apart by it and never wiped. */
export const randomAccountId = (): number => randomInt(1, MAX_TEST_ACCOUNT_ID + 1);
