import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { account, as, systemHeaders } from '../src/client';
import { readConnection, type RoleName } from '../src/connection';

/** schemathesis makes requests from the description, right ones and wrong ones, and holds the answers against it. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** All roles, the owner most. */
const SHARES: readonly (readonly [RoleName, number])[] = [
  ['owner', 0.4],
  ['broker', 0.2],
  ['agent', 0.2],
  ['lender', 0.2],
];
const SEED = 20_260_131;
/**
 * A fault of CPython 3.11 in deep recursions, which ends the making of requests: nothing is known of the service then.
 */
const FAULT_OF_PYTHON = 'SystemError: AST constructor recursion depth mismatch';
const seconds = Number(process.env['PORCHLIGHT_FUZZ_SECONDS'] ?? 60);
/** To start, and to end what is under way. */
const SPARE_S = 60;

const programBeside = (python: string | undefined): string | undefined => {
  if (python === undefined) return undefined;
  const program = join(dirname(python), 'schemathesis');
  try {
    accessSync(program, constants.X_OK);
    return program;
  } catch {
    return undefined;
  }
};

const program = programBeside(process.env['PORCHLIGHT_PYTHON']);
const title = 'requests made from the description';
const suite = program === undefined ? describe.skip : describe;

suite(program === undefined ? `${title} (left out: there is no schemathesis beside PORCHLIGHT_PYTHON)` : title, () => {
  const { baseUrl, caFile } = readConnection();
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'porchlight-fuzz-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    // Rules that were made up would route the leads of other suites.
    const owner = as('owner', 2);
    const { body } = await owner.get('/v1/leadFlows?limit=100');
    for (const { id } of (body as { leadFlows: { id: number }[] }).leadFlows) await owner.delete(`/v1/leadFlows/${id}`);
  });

  const run = (role: RoleName, budget: number, seed: number): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve, reject) => {
      const { apiKey } = account(2).users[role];
      const headers = { ...systemHeaders, authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` };
      const args = [
        'run',
        `${baseUrl}/v1/openapi.json`,
        ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
        ...['--tls-verify', caFile, '--url', `${baseUrl}/v1`],
        // Outside /v1, in shapes of other standards: oauth.spec has them. Keys and systems in use must not be ended.
        ...[
          '--exclude-path-regex',
          '^/(oauth|\\.well-known)/',
          '--exclude-operation-id',
          'auth.systems.rotateKey',
          '--exclude-operation-id',
          'auth.apiKeys.delete',
        ],
        // A system's name is nobody else's: with that of the examples, who tries these in turn would be refused.
        ...['--exclude-operation-id', 'auth.users.update', '--exclude-operation-id', 'auth.systems.create'],
        ...[
          '--checks',
          CHECKS.join(','),
          '--max-time',
          String(budget),
          '--seed',
          String(seed),
          '--request-timeout',
          '15',
          '--workers',
          '2',
        ],
        ...[
          '--no-color',
          '--output-truncate',
          'true',
          '--output-sanitize',
          'true',
          '--continue-on-failure',
          '--suppress-health-check',
          'all',
          '--warnings',
          'off',
          '--no-shrink',
        ],
        ...['--generation-database', 'none', '--max-failures', '20'],
      ];
      const child = spawn(program!, args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, REQUESTS_CA_BUNDLE: caFile, SCHEMATHESIS_HOOKS: '' },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-60_000)));
      const timer = setTimeout(() => child.kill('SIGKILL'), (budget + SPARE_S) * 1_000);
      child.once('error', reject);
      child.once('close', (code) => {
        clearTimeout(timer);
        resolve({ code, output });
      });
    });

  it.each(SHARES)(
    'bring %s no fault, no status and no shape that is not described',
    async (role, share) => {
      const budget = Math.round(seconds * share);
      const first = await run(role, budget, SEED);
      const faulty = first.output.includes(FAULT_OF_PYTHON) && !first.output.includes('= FAILURES =');
      const { code, output } = faulty ? await run(role, budget, SEED + 1) : first;
      expect(code === 0 ? '' : output.slice(Math.max(0, output.indexOf('= FAILURES')))).toBe('');
      expect(output).toMatch(/\d+ (test cases )?generated|Test cases:/i);
    },
    2 * (seconds + SPARE_S) * 1_000 + 10_000,
  );
});
