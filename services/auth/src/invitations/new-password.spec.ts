import { expectRefusal } from '@porchlight/testkit';
import { systemCall } from '@porchlight/store';
import { openProcess } from '../../test/process';
import { createAccount } from '../accounts';
import { readSession } from '../sign-in/open-session';
import { signIn } from '../sign-in/sign-in';
import { choosePassword, resetPassword } from './password-links';

const OLD = 'correct horse battery';
const NEW = 'a brand new password';
const call = { signal: new AbortController().signal };

type Parts = Awaited<ReturnType<typeof openProcess>>['parts'];

let parts: Parts;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ parts, stop } = await openProcess());
});
afterAll(() => stop());

/** A user, and the tokens of the links that are mailed to the user. */
const newUser = async (email: string) => {
  const { accountId, ownerId } = await createAccount(parts)(
    { name: 'A', domain: '', firstName: 'O', lastName: '', email, password: OLD },
    call,
  );
  const links: string[] = [];
  const mailer = {
    configured: true,
    send: async ({ text }: { text: string }) => void links.push(/token=(\S+)/.exec(text)![1]!),
  };
  const mailed = { ...parts, mailer } as unknown as Parts;
  const enter = async (of: Parts, password: string): Promise<string> =>
    (await signIn(of)({ email, password, accountId: 0, place: undefined, code: '' }, call)).signedIn!.token;
  return {
    links,
    ask: () => resetPassword(mailed)({ email, address: '', device: '' }, call),
    choose: async (token: string, password = NEW) =>
      (await choosePassword(parts)({ token, password, revoke: [], place: undefined }, call)).signedIn!.token,
    enter,
    isIn: async (token: string) => (await readSession(parts, token, call.signal)).found !== undefined,
    user: () => parts.users.load(systemCall(accountId, call.signal), ownerId),
  };
};

describe('a new password', () => {
  it('given a concurrent sign-in with the old password, then that session ends', async () => {
    const { links, ask, choose, enter, isIn } = await newUser('a@example.com');
    await ask();
    const before = await enter(parts, OLD);
    expect(await isIn(before)).toBe(true);
    let pickChanged = '';
    const verifyPassword: Parts['secrets']['verifyPassword'] = async (password, hash) => {
      const right = await parts.secrets.verifyPassword(password, hash);
      pickChanged = await choose(links[0]!);
      return right;
    };
    const late = await enter({ ...parts, secrets: { ...parts.secrets, verifyPassword } }, OLD);
    expect([await isIn(before), await isIn(late), await isIn(pickChanged)]).toEqual([false, false, true]);
    expect(await isIn(await enter(parts, NEW))).toBe(true);
  });

  it('given an unknown email, then a reset does the same work and its link is invalid', async () => {
    const { links } = await newUser('c@example.com');
    const measureWork = async (email: string): Promise<string[]> => {
      const done: string[] = [];
      const counted = <T extends object>(name: string, target: T): T =>
        new Proxy(target, {
          get:
            (object, operation) =>
            (...given: unknown[]) => {
              done.push(`${name} ${String(operation)}`);
              return (object[operation as keyof T] as (...all: unknown[]) => unknown)(...given);
            },
        });
      const { passwordLinks, accounts } = parts;
      await resetPassword({
        ...parts,
        passwordLinks: counted('links', passwordLinks),
        accounts: counted('accounts', accounts),
      })({ email, address: '', device: '' }, call);
      return done;
    };
    const cost = await measureWork('c@example.com');
    expect(cost).toEqual(['links insertMany', 'accounts find']);
    expect(await measureWork('nobody@example.com')).toEqual(cost);
    expect(links).toEqual([]);
    const drawn = await parts.passwordLinks.find({ accountId: 0 }, { limit: 10 });
    expect(drawn.filter(({ expires }) => expires.getTime() > parts.clock.now())).toEqual([]);
  });

  it('ends all other reset links of the user', async () => {
    const { links, ask, choose, user } = await newUser('b@example.com');
    await ask();
    await ask();
    expect(links).toHaveLength(2);
    await choose(links[1]!);
    const { passwordHash } = (await user())!;
    await expectRefusal(choose(links[0]!, 'another user chose this'), 'NOT_FOUND');
    expect((await user())!.passwordHash).toBe(passwordHash);
    await ask();
    expect(await choose(links[2]!)).toEqual(expect.any(String));
  });
});
