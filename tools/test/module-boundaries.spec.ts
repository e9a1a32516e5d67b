import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const BIN = join(ROOT, 'node_modules', '.bin');
const PLANTED = `planted-${process.pid}.ts`;
const ACCEPTANCE = join(ROOT, 'services', 'acceptance', 'src');
const FEATURE = join(ROOT, 'services', 'deals', 'src', 'pipelines');

/** Lints projects as `npm test` does and answers what it prints and whether it passed. */
function lint(projects: string): Promise<{ ok: boolean; output: string }> {
  const env = {
    ...process.env,
    PATH: `${BIN}${delimiter}${process.env['PATH']}`,
    NX_DAEMON: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
  const args = [
    'run-many',
    '--targets=lint',
    `--projects=${projects}`,
    '--parallel=2',
    '--output-style=static',
    '--skip-nx-cache',
  ];
  return new Promise((resolve) => {
    execFile(join(BIN, 'nx'), args, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: stdout + stderr }),
    );
  });
}

const unplant = (): void => {
  for (const folder of [ACCEPTANCE, FEATURE]) {
    for (const name of readdirSync(folder)) if (name.startsWith('planted-')) rmSync(join(folder, name));
  }
};
beforeAll(unplant);
afterAll(unplant);

it('forbidden imports make lint fail, each by its own rule', async () => {
  writeFileSync(
    join(ACCEPTANCE, PLANTED),
    `export { openStore } from '@porchlight/store';\nexport { allResources } from '@porchlight/contracts';\nexport * as database from 'mongodb';\nexport { startDatabase } from '@porchlight/testkit';\n`,
  );
  const forbidden = [
    'kafkajs',
    'mongodb',
    'express',
    '@grpc/grpc-js',
    '@opentelemetry/api',
    '@porchlight/edge',
    '@porchlight/testkit',
    '../copies/planted',
  ];
  const lines = forbidden.map((name, index) => `export * as planted${index} from '${name}';`);
  const clock = 'export const now = (): unknown[] => [Date.now(), new Date(), process.env];';
  writeFileSync(join(FEATURE, PLANTED), `${[...lines, clock].join('\n')}\n`);
  const { ok, output } = await lint('@porchlight/acceptance,@porchlight/deals');
  expect(ok).toBe(false);
  expect(output).not.toContain('The rule will be skipped');
  expect(output.match(/"type:acceptance" can only depend on libs tagged with "type:test", "type:sdk"/g)).toHaveLength(
    2,
  );
  expect(output).toContain("'startDatabase' import from '@porchlight/testkit' is restricted");
  expect(output).toContain('"type:service" can only depend on libs tagged with');
  for (const name of forbidden) expect(output).toContain(`'${name}' import is restricted`);
  expect(output.match(/Take a Clock/g)).toHaveLength(2);
  expect(output).toContain('Only libs/runtime reads the environment');
}, 120_000);
