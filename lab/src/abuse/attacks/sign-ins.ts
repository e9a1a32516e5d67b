import { json, pickRecord, scaled, type Attack, type AttackRequest, type Send, type World } from '../attack';
import { uniqueWord } from '../mutations';

const DEVICE_COOKIE = '__Host-porchlight-device';
const SESSION_COOKIE = '__Host-porchlight-session';
const SQUATTED = 12;
const PASSWORD = 'the squatter knows this';

/** Foreign emails; the first one is that of the neighbor's owner. */
const targetEmail = ({ run, owner }: World, nth: number): string =>
  nth === 0 ? owner.email : `target${nth}.${run}@example.com`;

/** Invites foreign emails and accepts with the link of the response: the mailbox is not needed. */
const squat = async (send: Send, world: World): Promise<void> => {
  const squatted: string[] = [];
  for (let nth = 0; nth < scaled(world, SQUATTED); nth++) {
    const email = targetEmail(world, nth);
    const user = { firstName: 'Sue', lastName: 'Squatter', email, role: 'Agent' };
    const { body } = await send({ method: 'POST', path: '/v1/users', ...json(user) });
    const token = /token=([\w-]{43})/.exec(String(body?.['invitationUrl']))?.[1];
    if (token === undefined) continue;
    const accept = json({ token, password: PASSWORD });
    const { status } = await send({ method: 'POST', path: '/session/acceptInvitation', as: 'stranger', ...accept });
    if (status === 200) squatted.push(email);
  }
  if (squatted.length > 0) world.records.set('squattedEmails', squatted);
};

const OWNER_SIGN_INS = 3;
/** Longest sign-in of the owner of a squatted email, ms. */
export const MAX_SIGN_IN_MS = 2_000;
/** On a slow machine: as a multiple of a sign-in before the attack, which compares one password instead of ten. */
export const MAX_SIGN_IN_SLOWDOWN = 20;

/** The owner signs in with the email and the password, and no squatter does by the email alone. */
const checkOwnerSignsIn = async (send: Send, { owner }: World): Promise<readonly string[]> => {
  const { email, password, device, squatterPassword, signInMs } = owner;
  const limitMs = Math.max(MAX_SIGN_IN_MS, signInMs * MAX_SIGN_IN_SLOWDOWN);
  const signIn = (secret: string, cookie: string): AttackRequest => {
    const { body, headers } = json({ email, password: secret });
    return { method: 'POST', path: '/session', as: 'stranger', body: body!, headers: { ...headers, cookie } };
  };
  const problems: string[] = [];
  for (let nth = 1; nth <= OWNER_SIGN_INS; nth++) {
    const began = performance.now();
    const { status } = await send(signIn(password, device));
    const ms = performance.now() - began;
    if (status !== 200) problems.push(`sign-in ${nth} of the owner of a squatted email got ${status}`);
    if (ms > limitMs) problems.push(`sign-in ${nth} of the owner of a squatted email took ${ms.toFixed(0)} ms`);
  }
  const { status } = await send(signIn(squatterPassword, ''));
  if (status === 200) problems.push('a squatter signed in with the email of its owner, without naming an account');
  return problems;
};

/** Guesses at passwords that try to pass the limits of an email. */
export const SIGN_IN_ATTACKS: readonly Attack[] = [
  {
    name: 'N2 guesses with forged devices',
    weakness: 'N2',
    short: true,
    next: (random, world) => {
      const id = uniqueWord(random).repeat(4).slice(0, 22);
      const mark = Array.from({ length: 64 }, () => Math.floor(random.next() * 16).toString(16)).join('');
      const user = `${Math.floor(random.next() * 50)}.${Math.floor(random.next() * 5)}`;
      const { body, headers } = json({ email: targetEmail(world, 0), password: uniqueWord(random) });
      const device = random.pick([`${id}.${user}.${mark}`, `${id}.${mark}`]);
      const cookie = `${DEVICE_COOKIE}=${device}`;
      return { method: 'POST', path: '/session', as: 'stranger', headers: { ...headers, cookie }, body };
    },
  },
  {
    name: 'N8 squatted users of foreign emails',
    weakness: 'N8',
    short: true,
    prepare: squat,
    next: (random, world) => {
      const email = pickRecord(world, random, 'squattedEmails');
      const password = random.pick([PASSWORD, uniqueWord(random)]);
      return random.next() < 0.2
        ? { method: 'POST', path: '/session/resetPassword', as: 'stranger', ...json({ email }) }
        : { method: 'POST', path: '/session', as: 'stranger', ...json({ email, password }) };
    },
    check: checkOwnerSignsIn,
  },
  {
    name: 'session cookies of strangers',
    short: true,
    next: (random) => ({
      method: 'GET',
      path: random.pick(['/session', '/session/list', '/v1/me', '/v1/people?limit=1']),
      as: 'stranger',
      headers: {
        cookie: `${SESSION_COOKIE}=${uniqueWord(random)
          .repeat(8)
          .slice(0, random.pick([43, 42]))}`,
      },
    }),
  },
];
