import { join } from 'node:path';
import { tryProgram } from '../src/launcher/run-program';
import { BIN, ROOT, runIn } from './copied-tree';

const LINT_TIMEOUT_MS = 60_000;

/** Lints a file that does not exist, with the configuration of `npm test`. Returns the output. */
const lint = async (folder: string, text: string): Promise<string> => {
  const args = ['--stdin', '--stdin-filename', join(ROOT, folder, 'planted.ts')];
  const env = { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NO_COLOR: '1' };
  const { ok, output } = await tryProgram(join(BIN, 'eslint'), args, {
    cwd: ROOT,
    env,
    input: text,
    timeoutMs: LINT_TIMEOUT_MS,
  });
  expect(ok).toBe(false);
  expect(output).not.toContain('The rule will be skipped');
  return output;
};

// ESLint reads the project graph that nx stored.
beforeAll(() => runIn(ROOT, join(BIN, 'nx'), ['show', 'projects'], LINT_TIMEOUT_MS), LINT_TIMEOUT_MS);

it(
  'given a black-box test with forbidden imports, when it is linted, then each import fails by its own rule',
  async () => {
    const output = await lint(
      'services/acceptance/src',
      `export { openStore } from '@porchlight/store';\nexport { allResources } from '@porchlight/contracts';\nexport * as database from 'mongodb';\nexport { startDatabase } from '@porchlight/testkit';\n`,
    );
    expect(output.match(/"type:acceptance" can only depend on libs tagged with "type:test", "type:sdk"/g)).toHaveLength(
      2,
    );
    expect(output).toContain("'mongodb' import is restricted");
    expect(output).toContain("'startDatabase' import from '@porchlight/testkit' is restricted");
  },
  LINT_TIMEOUT_MS,
);

it(
  'given a feature with forbidden imports, when it is linted, then each import fails by its own rule',
  async () => {
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
    const output = await lint('services/deals/src/pipelines', `${[...lines, clock].join('\n')}\n`);
    expect(output).toContain('"type:service" can only depend on libs tagged with');
    for (const name of forbidden) expect(output).toContain(`'${name}' import is restricted`);
    expect(output.match(/Take a Clock/g)).toHaveLength(2);
    expect(output).toContain('Only libs/runtime reads the environment');
  },
  LINT_TIMEOUT_MS,
);
