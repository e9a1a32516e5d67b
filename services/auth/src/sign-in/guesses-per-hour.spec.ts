import { isRefusal } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { HOUR_MS, MINUTE_MS } from '@porchlight/runtime';
import { openEmailSuite } from '../../test/email-suite';

const HOURS = 2;
/** Failures within a minute that cause no delay: the fastest pace of a network or device. */
const FREE_PER_MINUTE = 4;
const { clock, of, place, signIn, newConfirmed, unique } = openEmailSuite();

/** Waits until the limits of earlier tests have ended. */
const startOfHours = (): number => {
  clock.advance(3 * HOUR_MS);
  return clock.now();
};

/** Sends guesses for two hours as fast as the limits allow, and returns how many were compared per hour. */
const countGuesses = async (guess: (nth: number) => Promise<unknown>): Promise<number> => {
  const start = startOfHours();
  let compared = 0;
  for (let nth = 0; clock.now() - start < HOURS * HOUR_MS; nth++) {
    const error = await guess(nth).catch((reason: unknown) => reason);
    if (!isRefusal(error)) throw error;
    if (error.reason === 'RATE_LIMITED') clock.advance(Number(error.params['seconds']) * 1000);
    else compared++;
    if (error.reason !== 'RATE_LIMITED' && compared % FREE_PER_MINUTE === 0) clock.advance(MINUTE_MS);
  }
  return compared / HOURS;
};

const guessFrom = (email: string, address: string, device = '') =>
  signIn(email, 'wrong wrong wrong', { place: place(address, device) });
const network = (nth: number): string => `2001:db8:${(nth % 65_536).toString(16)}::1`;

describe('N2 failed sign-ins per hour against one user', () => {
  const { signInFailuresPerEmail, signInFailuresFromDevices, signInFailuresPerNetwork } = LIMITS;

  it('given one network without a device, then the limit of the email holds', async () => {
    const email = unique();
    await newConfirmed(email);
    expect(await countGuesses(() => guessFrom(email, '192.0.2.1'))).toBe(signInFailuresPerEmail.value);
  });

  it('given many networks without a device, then the same limit holds', async () => {
    const email = unique();
    await newConfirmed(email);
    expect(await countGuesses((nth) => guessFrom(email, network(nth)))).toBe(signInFailuresPerEmail.value);
  });

  it.each([
    ['one network', () => '192.0.2.1'],
    ['many networks', network],
  ])('given a stolen device and %s, then the limit of devices is added', async (_case, addressOf) => {
    const email = unique();
    const { device } = await newConfirmed(email);
    const fromDevice = await countGuesses((nth) => guessFrom(email, addressOf(nth), device));
    const fromStrangers = await countGuesses((nth) => guessFrom(email, addressOf(nth)));
    expect(fromDevice).toBe(signInFailuresFromDevices.value);
    expect(fromStrangers).toBe(signInFailuresPerEmail.value);
  });

  it('given two accounts with users of the email, then the limit is shared, also when an account is named', async () => {
    const email = unique();
    const { principal } = await newConfirmed(email);
    const { principal: other } = await of().signUp(email);
    const accounts = [principal!.accountId, other!.accountId];
    const guesses = await countGuesses((nth) =>
      signIn(email, 'wrong wrong wrong', { place: place(network(nth)), accountId: accounts[nth % 2] }),
    );
    expect(guesses).toBe(signInFailuresPerEmail.value);
  });

  it('given many users, then one network makes as many as its limit', async () => {
    const emails = Array.from({ length: 20 }, unique);
    const guesses = await countGuesses((nth) => guessFrom(emails[nth % emails.length]!, '192.0.2.77'));
    expect(guesses).toBeLessThanOrEqual(signInFailuresPerNetwork.value);
  });
});
