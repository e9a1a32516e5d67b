import { LIMITS } from '@porchlight/limits';
import { MINUTE_MS } from '@porchlight/runtime';
import { expectRefusal } from '@porchlight/testkit';
import { openEmailSuite, PASSWORD, SQUATTER } from '../../test/email-suite';

const { clock, of, place, signIn, newConfirmed, signUpByMail, squat, unique } = openEmailSuite();
const guess = (email: string, from = place(), more: object = {}) =>
  signIn(email, 'wrong wrong wrong', { place: from, ...more });
const failTimes = async (count: number, email: string, from = place()) => {
  for (let nth = 0; nth < count; nth++) await expectRefusal(guess(email, from), 'UNAUTHENTICATED');
};

describe('N2 a known device', () => {
  it('given used up attempts of its email and network, then it still signs in', async () => {
    const email = unique();
    const { device } = await newConfirmed(email);
    await failTimes(5, email);
    await expectRefusal(signIn(email), 'RATE_LIMITED');
    expect((await signIn(email, PASSWORD, { place: place('192.0.2.1', device) })).signedIn).toBeDefined();
  });

  it.each([
    ['a changed signature', (device: string) => `${device.slice(0, -1)}${device.endsWith('0') ? '1' : '0'}`],
    ['another user', (device: string) => device.replace(/\.(\d+)\.(\d+)\./, '.$1.999.')],
    ['another account', (device: string) => device.replace(/\.(\d+)\.(\d+)\./, '.999.$2.')],
    ['a value of an earlier version', (device: string) => device.replace(/\.\d+\.\d+\./, '.')],
  ])('given %s, then it is unknown', async (_case, forge) => {
    const email = unique();
    const { device } = await newConfirmed(email);
    await failTimes(5, email);
    await expectRefusal(signIn(email, PASSWORD, { place: place('192.0.2.1', forge(device)) }), 'RATE_LIMITED');
  });

  it('is known for its own email only', async () => {
    const email = unique();
    const { device } = await newConfirmed(unique());
    await newConfirmed(email);
    await failTimes(5, email);
    await expectRefusal(signIn(email, PASSWORD, { place: place('192.0.2.1', device) }), 'RATE_LIMITED');
  });

  it('given accepted invitations of a foreign email, then no device exists and the limit of the email holds', async () => {
    const email = unique();
    await newConfirmed(email);
    const devices: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const { device, principal } = await squat(email);
      const { signedIn } = await signIn(email, SQUATTER, { accountId: principal!.accountId });
      devices.push(device, signedIn!.device);
    }
    expect(new Set(devices)).toEqual(new Set(['']));
  });

  it('given a disabled user, then its device is unknown for the other users of the email', async () => {
    const email = unique();
    const { principal, owner } = await squat(email);
    await of().confirmEmail(email, 'Squatters');
    const { device } = (await signIn(email, SQUATTER)).signedIn!;
    await newConfirmed(email);
    await of().as(owner).users.update(principal!.userId, { status: 'Disabled' });
    await failTimes(5, email);
    await expectRefusal(signIn(email, PASSWORD, { place: place('192.0.2.1', device) }), 'RATE_LIMITED');
  });

  it('given guesses from many known devices, then the limit of their email holds', async () => {
    const email = unique();
    let { device } = await newConfirmed(email);
    const { value: limit } = LIMITS.signInFailuresFromDevices;
    let failures = 0;
    while (failures < limit) {
      for (let nth = 0; nth < 4 && failures < limit; nth++, failures++)
        await expectRefusal(guess(email, place(`2001:db8:${failures}::1`, device)), 'UNAUTHENTICATED');
      ({ device } = (await signIn(email, PASSWORD, { place: place(`2001:db8:1:${failures}::1`) })).signedIn!);
    }
    await expectRefusal(guess(email, place('192.0.2.1', device)), 'RATE_LIMITED');
    clock.advance(60 * MINUTE_MS);
    expect((await signIn(email, PASSWORD, { place: place('192.0.2.1', device) })).signedIn).toBeDefined();
  });
});

describe('N8 users of one email in many accounts', () => {
  it('given ten and more squatted users, then the owner of the email signs in', async () => {
    const email = unique();
    for (let nth = 0; nth < 12; nth++) await squat(email);
    const { principal } = await signUpByMail(email);
    expect((await signIn(email)).signedIn!.principal!.accountId).toBe(principal!.accountId);
  });

  it('given a confirmed user, then unconfirmed ones are no candidates, and are found by their account', async () => {
    const email = unique();
    await newConfirmed(email);
    const { principal } = await squat(email);
    await expectRefusal(signIn(email, SQUATTER), 'UNAUTHENTICATED');
    const { signedIn } = await signIn(email, SQUATTER, { accountId: principal!.accountId });
    expect(signedIn!.principal!.accountId).toBe(principal!.accountId);
  });

  it('given a user of an earlier version beside a confirmed one, then both sign in with their passwords', async () => {
    const email = unique();
    await newConfirmed(email);
    const { principal } = await squat(email);
    await of().makeEarlier(principal!.accountId, email);
    expect((await signIn(email, SQUATTER)).signedIn!.principal!.accountId).toBe(principal!.accountId);
  });

  it('given only unconfirmed users, then each of them signs in with its password', async () => {
    const email = unique();
    const { principal: first } = await of().signUp(email);
    const { principal: second } = await squat(email);
    expect((await signIn(email)).signedIn!.principal!.accountId).toBe(first!.accountId);
    expect((await signIn(email, SQUATTER)).signedIn!.principal!.accountId).toBe(second!.accountId);
  });

  it('given the password of a squatted user, then its sign-in does not clear the failures of the owner', async () => {
    const email = unique();
    await newConfirmed(email);
    const { principal } = await squat(email);
    await failTimes(4, email);
    await signIn(email, SQUATTER, { accountId: principal!.accountId });
    await failTimes(1, email);
    await expectRefusal(guess(email), 'RATE_LIMITED');
  });

  it('given two users who confirmed the email, then they are the accounts to choose from', async () => {
    const email = unique();
    const { principal: first } = await newConfirmed(email);
    await squat(email, PASSWORD);
    const { principal: second } = await of().signUp(email);
    await of().confirmEmail(email);
    const { accounts } = await signIn(email);
    expect(accounts.map(({ id }) => id)).toEqual([first!.accountId, second!.accountId]);
  });
});
