import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, hasPythonModule, type ReceivedRequest, type Receiver, requireTool } from '@porchlight/testkit';
import { as } from '../src/client';
import { readConnection } from '../src/stack-connection';
import { register, useReceiver } from '../src/receive';

const run = promisify(execFile);

/** Real deliveries, verified by third-party code (specification: Webhooks; decisions section 7). */
describe('signatures are verified by', () => {
  const owner = as('owner');
  /** PORCHLIGHT_PYTHON names a Python that has standardwebhooks. */
  const python = process.env['PORCHLIGHT_PYTHON'] ?? 'python3';
  let receiver: Receiver;
  let at: string;
  /** The secrets before and after the rotation. */
  let secrets: { first: string; second: string };
  /** Deliveries signed with the first secret only, then with both. */
  let before: ReceivedRequest;
  let during: ReceivedRequest;

  useReceiver((started) => (receiver = started));
  beforeAll(async () => {
    const { body } = await register('peopleCreated', `${receiver.url}/foreign`);
    at = `/v1/webhooks/${String(body.id)}`;
    const makePerson = async (firstName: string): Promise<void> =>
      expect((await owner.post('/v1/people', { firstName })).status).toBe(201);
    await makePerson('Élodie “née” 株式');
    await receiver.waitFor(1);
    const rotated = await owner.post(`${at}/rotateSecret`);
    secrets = { first: body.secret as string, second: rotated.body.secret as string };
    await eventually(async () => {
      await makePerson('Later');
      expect(String(receiver.requests.at(-1)!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    });
    before = receiver.requests[0]!;
    during = receiver.requests.at(-1)!;
  });

  const pickHeaders = ({ headers }: ReceivedRequest): Record<string, string> =>
    Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
    );
  const other = (): string => `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const spoiled = (request: ReceivedRequest): string =>
    request.raw.toString('utf8').replace('peopleCreated', 'peopleDeleted');

  interface Case {
    readonly secret: string;
    readonly text: string;
    readonly headers: Record<string, string>;
  }
  const buildCase = (secret: string, request: ReceivedRequest, change: Partial<Case> = {}): Case => ({
    secret,
    text: request.raw.toString('utf8'),
    headers: pickHeaders(request),
    ...change,
  });

  /** In its own process, because the packages are ES modules. */
  const withNode = async (library: string, cases: readonly Case[]): Promise<boolean[]> => {
    const source = `
import { Webhook } from '${library}';
let text = '';
for await (const part of process.stdin) text += part;
const holds = async ({ secret, text, headers }) => {
  try {
    // One library throws, the other rejects; their return values differ.
    await new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
};
console.log(JSON.stringify(await Promise.all(JSON.parse(text).map(holds))));`;
    const verifying = run(process.execPath, ['--input-type=module', '-e', source], {
      cwd: join(__dirname, '..'),
      timeout: 30_000,
    });
    verifying.child.stdin!.end(JSON.stringify(cases));
    return JSON.parse((await verifying).stdout) as boolean[];
  };

  it.each(['standardwebhooks', 'svix'])(
    'npm %s, by either secret while one is replaced, and by no other',
    async (library) => {
      const late = {
        ...pickHeaders(before),
        'webhook-timestamp': String(Number(before.headers['webhook-timestamp']) - 600),
      };
      const cases: [boolean, Case][] = [
        [true, buildCase(secrets.first, before)],
        [false, buildCase(secrets.second, before)],
        [true, buildCase(secrets.first, during)],
        [true, buildCase(secrets.second, during)],
        [false, buildCase(other(), before)],
        [false, buildCase(other(), during)],
        [false, buildCase(secrets.first, before, { text: spoiled(before) })],
        [false, buildCase(secrets.second, during, { text: spoiled(during) })],
        [false, buildCase(secrets.first, before, { headers: late })],
      ];
      expect(
        await withNode(
          library,
          cases.map(([, one]) => one),
        ),
      ).toEqual(cases.map(([holds]) => holds));
    },
  );

  const VERIFY = `
import json, sys
from standardwebhooks import Webhook
asked = json.load(sys.stdin)
def holds(case):
    try:
        return Webhook(case['secret']).verify(case['text'], case['headers']) == json.loads(case['text'])
    except Exception:
        return False
print(json.dumps([holds(case) for case in asked]))`;

  requireTool(`standardwebhooks for ${python}`, hasPythonModule(python, 'standardwebhooks')).it(
    'PyPI standardwebhooks accepts either secret while one is being replaced',
    async () => {
      const asked = [
        [secrets.first, before, true],
        [secrets.second, before, false],
        [secrets.first, during, true],
        [secrets.second, during, true],
        [other(), during, false],
      ] as const;
      const cases = asked.map(([secret, request]) => ({
        secret,
        text: request.raw.toString('utf8'),
        headers: pickHeaders(request),
      }));
      const child = run(python, ['-c', VERIFY], { timeout: 30_000 });
      child.child.stdin!.end(JSON.stringify([...cases, { ...cases[0], text: spoiled(before) }]));
      expect(JSON.parse((await child).stdout)).toEqual([...asked.map(([, , holds]) => holds), false]);
    },
  );

  it('openssl verifies the legacy signature: hex HMAC-SHA256 of the base64 body with the system key', async () => {
    const { key } = readConnection().system;
    for (const request of [before, during]) {
      const signing = run(
        'openssl',
        ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${Buffer.from(key).toString('hex')}`],
        { timeout: 30_000 },
      );
      signing.child.stdin!.end(request.raw.toString('base64'));
      expect((await signing).stdout.trim().split(/\s+/).at(-1)).toBe(request.headers['x-system-signature']);
    }
  });

  it('Python verifies the legacy signature', async () => {
    const source =
      'import base64,hashlib,hmac,sys; key=sys.argv[1].encode(); print(hmac.new(key, base64.b64encode(sys.stdin.buffer.read()), hashlib.sha256).hexdigest())';
    const signing = run('python3', ['-c', source, readConnection().system.key], { timeout: 30_000 });
    signing.child.stdin!.end(during.raw);
    expect((await signing).stdout.trim()).toBe(during.headers['x-system-signature']);
  });
});
