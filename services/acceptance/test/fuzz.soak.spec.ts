import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requireTool } from '@porchlight/testkit';
import { account, as, keyHeader, systemHeaders } from '../src/client';
import { readConnection, type RoleName } from '../src/stack-connection';

/**
 * schemathesis generates valid and invalid requests from the API description and validates the responses against it.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/**
 * Keys and systems that the run uses must stay. The name of a system is unique: a system with the name of an example
 * would block api-examples.spec.
 */
const EXCLUDED = ['auth.systems.rotateKey', 'auth.apiKeys.delete', 'auth.users.update', 'auth.systems.create'];
const FLAGS = [
  '--request-timeout 15 --workers 2 --no-color --output-truncate true --output-sanitize true --continue-on-failure',
  '--suppress-health-check all --warnings off --no-shrink --generation-database none --max-failures 20',
].flatMap((flags) => flags.split(' '));
/** Share of the time budget per role. */
const SHARES: readonly (readonly [RoleName, number])[] = [
  ['owner', 0.4],
  ['broker', 0.2],
  ['agent', 0.2],
  ['lender', 0.2],
];
const SEED = 20_260_131;
/** A bug of CPython 3.11 in deep recursion that stops schemathesis; it says nothing about the service. */
const FAULT_OF_PYTHON = 'SystemError: AST constructor recursion depth mismatch';
const seconds = Number(process.env['SOAK_SECONDS'] ?? 60);
/** Time to start schemathesis and to finish its last requests, s. */
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
const { describe: describeFuzz } = requireTool('schemathesis (beside PORCHLIGHT_PYTHON)', program !== undefined);

describeFuzz('requests generated from the API description', () => {
  const { baseUrl, caFile } = readConnection();
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'porchlight-fuzz-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    // Generated lead flow rules would route the leads of other test files.
    const owner = as('owner', 2);
    const { body } = await owner.get('/v1/leadFlows?limit=100');
    for (const { id } of (body as { leadFlows: { id: number }[] }).leadFlows) await owner.delete(`/v1/leadFlows/${id}`);
  });

  const run = (role: RoleName, budget: number, seed: number): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve, reject) => {
      const { apiKey } = account(2).users[role];
      const headers = { ...systemHeaders, ...keyHeader(apiKey) };
      const args = [
        'run',
        `${baseUrl}/v1/openapi.json`,
        ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
        ...['--tls-verify', caFile, '--url', `${baseUrl}/v1`],
        // OAuth paths follow other standards; oauth.spec tests them.
        ...['--exclude-path-regex', '^/(oauth|\\.well-known)/'],
        ...EXCLUDED.flatMap((id) => ['--exclude-operation-id', id]),
        ...['--checks', CHECKS.join(','), '--max-time', String(budget), '--seed', String(seed)],
        ...FLAGS,
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
    'given valid and invalid requests of the %s, then every response matches the description',
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
