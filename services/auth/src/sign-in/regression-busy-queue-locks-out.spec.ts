import { SessionServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { startAuthService, type AuthService } from '../../test/auth-service';

/** The queue of password hashes is full while this is set. */
let mockFull = false;
jest.mock('@porchlight/runtime', () => {
  const actual = jest.requireActual<typeof import('@porchlight/runtime')>('@porchlight/runtime');
  return {
    ...actual,
    createFairQueue: (options: Parameters<typeof actual.createFairQueue>[0]) => {
      const queue = actual.createFairQueue(options);
      const run: typeof queue.run = (holder, work, about) =>
        mockFull
          ? Promise.reject(refuse('OVERLOADED', { what: options.what, limit: 1 }))
          : queue.run(holder, work, about);
      return { ...queue, run };
    },
  };
});

let service: AuthService;
beforeAll(async () => void (service = await startAuthService()));
afterAll(() => service?.stop());

const PASSWORD = 'correct horse battery';
const place = { address: '192.0.2.1', agent: 'Test/1.0', formerToken: '', device: '' };
const signIn = (email: string, password = PASSWORD) =>
  service
    .createClient(SessionServiceDefinition)
    .signIn({ email, password, accountId: 0, place, code: '' }, service.operator);
const outcomes = async (attempts: number, attempt: () => Promise<unknown>): Promise<string[]> => {
  const found: string[] = [];
  for (let n = 0; n < attempts; n++)
    found.push(
      await attempt().then(
        () => 'ok',
        ({ reason }: { reason: string }) => reason,
      ),
    );
  return found;
};

it('given 20 sign-ins refused by a full queue, then the next one with the right password succeeds', async () => {
  const email = 'busy@example.com';
  await service.signUp(email, { password: PASSWORD });
  mockFull = true;
  const busy = await outcomes(20, () => signIn(email));
  mockFull = false;
  expect(new Set(busy)).toEqual(new Set(['OVERLOADED']));
  await expect(signIn(email)).resolves.toMatchObject({ signedIn: expect.anything() });
});

it('given parallel refusals and wrong passwords, then only the wrong passwords count', async () => {
  const email = 'mixed@example.com';
  await service.signUp(email, { password: PASSWORD });
  mockFull = true;
  await Promise.allSettled([1, 2, 3, 4].map(() => signIn(email)));
  mockFull = false;
  expect(await outcomes(6, () => signIn(email, 'wrong password'))).toEqual([
    ...Array<string>(5).fill('UNAUTHENTICATED'),
    'RATE_LIMITED',
  ]);
});
