import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, ROOT, runIn } from './copied-tree';

const PLANTED = `planted-${process.pid}.ts`;
const ACCEPTANCE = join(ROOT, 'services', 'acceptance', 'src');
const FEATURE = join(ROOT, 'services', 'deals', 'src', 'pipelines');
/** Rules about imports need no types, and the types of the repository take 15 s. */
const WITHOUT_TYPES = [
  '--parser-options=project:false',
  ...['no-floating-promises', 'no-misused-promises'].map((rule) => `--rule=@typescript-eslint/${rule}: off`),
];
const LINT_TIMEOUT_MS = 60_000;

/** Lints files with the configuration of `npm test`, which they must fail, and returns the output. */
const lint = (...files: string[]): Promise<string> =>
  runIn(ROOT, join(BIN, 'eslint'), [...WITHOUT_TYPES, ...files], LINT_TIMEOUT_MS).then(
    () => Promise.reject(new Error('ESLint reports nothing.')),
    (error: Error) => error.message,
  );

const unplant = (): void => {
  for (const folder of [ACCEPTANCE, FEATURE]) {
    for (const name of readdirSync(folder)) if (name.startsWith('planted-')) rmSync(join(folder, name));
  }
};
beforeAll(unplant);
afterAll(unplant);

it(
  'given files with forbidden imports, when they are linted, then each import fails by its own rule',
  async () => {
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
    const output = await lint(join(ACCEPTANCE, PLANTED), join(FEATURE, PLANTED));
    expect(output).not.toContain('The rule will be skipped');
    expect(output.match(/"type:acceptance" can only depend on libs tagged with "type:test", "type:sdk"/g)).toHaveLength(
      2,
    );
    expect(output).toContain("'startDatabase' import from '@porchlight/testkit' is restricted");
    expect(output).toContain('"type:service" can only depend on libs tagged with');
    for (const name of forbidden) expect(output).toContain(`'${name}' import is restricted`);
    expect(output.match(/Take a Clock/g)).toHaveLength(2);
    expect(output).toContain('Only libs/runtime reads the environment');
  },
  LINT_TIMEOUT_MS,
);
