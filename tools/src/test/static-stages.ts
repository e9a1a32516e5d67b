import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { compareFolders } from './compare-folders';
import { runCommand, type CommandResult } from './run-command';
import { countCheck, sum, type Stage, type StageContext } from './stage';

const MINUTE = 60_000;
/** Without a project graph the module-boundary rule prints this and passes without a check. */
const SKIPPED = 'The rule will be skipped';
const EXPORTS = join('libs', 'contracts', 'write-exports.mjs');
const GENERATED = join('libs', 'contracts', 'src', 'generated');
const BASELINE = join('proto', 'baseline.binpb');

/** Protocol files: style, compatibility with the committed image, and generated code that is current. */
export const protoStage: Stage = {
  name: 'proto',
  about: 'buf lint, buf breaking, generated code',
  suite: 'test',
  cached: 'result',
  async run(context) {
    const { root, say } = context;
    const lint = await tool(context, 'buf', ['lint'], MINUTE);
    const tallies = [countCheck(say, 'buf lint', lint.ok, lint.output)];
    if (existsSync(join(root, BASELINE))) {
      const breaking = await tool(context, 'buf', ['breaking', '--against', BASELINE], MINUTE);
      tallies.push(countCheck(say, `buf breaking against ${BASELINE}`, breaking.ok, breaking.output));
    }
    const scratch = mkdtempSync(join(tmpdir(), 'porchlight-generated-'));
    try {
      const made = await tool(context, 'buf', ['generate', '--output', scratch], 2 * MINUTE);
      const differing = made.ok ? compareFolders(join(scratch, GENERATED), join(root, GENERATED)) : [];
      const output = [
        made.output,
        ...differing.map((file) => `differs: ${file}`),
        'Mend it with: npm run generate',
      ].join('\n');
      tallies.push(countCheck(say, 'generated code is current', made.ok && differing.length === 0, output));
      const exported = await runCommand(context.node, [EXPORTS, '--check'], {
        cwd: root,
        timeoutMs: MINUTE,
        signal: context.signal,
      });
      tallies.push(countCheck(say, 'exports of generated code are current', exported.ok, exported.output));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
    return sum(tallies);
  },
};

/** The generated pages of docs/, and the links of all pages. */
export const docsStage: Stage = {
  name: 'docs',
  about: 'generated pages, links',
  suite: 'test',
  cached: 'result',
  async run({ root, node, signal, say }) {
    const main = join('dist', 'tools', 'docs', 'main.js');
    const result = await runCommand(node, [main, '--check'], { cwd: root, timeoutMs: MINUTE, signal });
    return countCheck(say, 'documentation is current', result.ok, result.output);
  },
};

/** TypeScript over the whole repository. */
export const typesStage: Stage = {
  name: 'types',
  about: 'TypeScript',
  suite: 'test',
  cached: 'result',
  async run(context) {
    const result = await tool(context, 'tsc', ['--noEmit', '--pretty', 'false', '-p', 'tsconfig.json'], 5 * MINUTE);
    // The web pages have another library (the browser's) and JSX.
    const pages = await tool(
      context,
      'tsc',
      ['--noEmit', '--pretty', 'false', '-p', join('services', 'console', 'tsconfig.json')],
      5 * MINUTE,
    );
    return sum([
      countCheck(context.say, 'types', result.ok, result.output),
      countCheck(context.say, 'types of the console', pages.ok, pages.output),
    ]);
  },
};

/** By content, because a checkout changes the times of unchanged files. */
const PRETTIER_CACHE = ['--cache', '--cache-strategy', 'content', '--cache-location', join('.cache', 'prettier')];

const PROSE_CACHE = ['--cache', '--cache-strategy', 'content', '--cache-location', join('.cache', 'prose')];

/** Prettier and the prose check everywhere, and ESLint in every project, run by nx for its project graph. */
export const lintStage: Stage = {
  name: 'lint',
  about: 'prettier, prose, eslint with module boundaries',
  suite: 'test',
  cached: 'self',
  async run(context) {
    const format = await tool(
      context,
      'prettier',
      ['--check', '--log-level', 'warn', ...PRETTIER_CACHE, '.'],
      3 * MINUTE,
    );
    const formatted = countCheck(context.say, 'format', format.ok, `${format.output}\nMend it with: npm run format`);
    const prose = await tool(context, 'eslint', ['--config', 'prose.config.mjs', ...PROSE_CACHE, '.'], 3 * MINUTE);
    const plain = countCheck(context.say, 'prose', prose.ok, prose.output);
    const args = ['run-many', '--targets=lint', '--parallel=2', '--output-style=static'];
    const result = await tool(context, 'nx', args, 8 * MINUTE);
    const skipped = result.output.includes(SKIPPED);
    const output = skipped ? `The module boundaries were not checked:\n${result.output}` : failuresOnly(result.output);
    return sum([formatted, plain, countCheck(context.say, 'lint', result.ok && !skipped, output)]);
  },
};

/** nx prints the output of all projects; keeps that of the failed ones. */
function failuresOnly(output: string): string {
  const parts = output.split(/^(?=> nx run )/m);
  const failed = parts.filter((part) => /exited with non-zero status|Failed tasks/.test(part));
  return failed.length > 0 ? failed.join('') : output;
}

/** Runs a tool of node_modules with the pinned Node first on the PATH. */
function tool(context: StageContext, name: string, args: readonly string[], timeoutMs: number): Promise<CommandResult> {
  const { root, signal } = context;
  const folder = join(root, 'node_modules', '.bin');
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    NX_DAEMON: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
  return runCommand(join(folder, name), args, { cwd: root, env, timeoutMs, signal });
}
