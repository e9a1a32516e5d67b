import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { compareFolders } from './compare-folders';
import { tryProgram, type ProgramResult } from '../launcher/run-program';
import { countCheck, sum, type Stage, type StageContext, type Tally } from './stage';

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
  lane: 'static',
  async run(context) {
    const { root, say } = context;
    const lint = await tool(context, 'buf', ['lint', 'proto']);
    const tallies = [countCheck(say, 'buf lint', lint.ok, lint.output)];
    if (existsSync(join(root, BASELINE))) {
      const breaking = await tool(context, 'buf', ['breaking', 'proto', '--against', BASELINE]);
      tallies.push(countCheck(say, `buf breaking against ${BASELINE}`, breaking.ok, breaking.output));
    }
    const scratch = mkdtempSync(join(tmpdir(), 'porchlight-generated-'));
    try {
      const generated = await tool(context, 'buf', [
        'generate',
        'proto',
        '--template',
        'proto/buf.gen.yaml',
        '--output',
        scratch,
      ]);
      const differing = generated.ok ? compareFolders(join(scratch, GENERATED), join(root, GENERATED)) : [];
      const output = [
        generated.output,
        ...differing.map((file) => `differs: ${file}`),
        'Fix it with: npm run generate',
      ].join('\n');
      tallies.push(countCheck(say, 'generated code is current', generated.ok && differing.length === 0, output));
      const exported = await tryProgram(context.node, [EXPORTS, '--check'], {
        cwd: root,
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
  lane: 'static',
  async run({ root, node, signal, say }) {
    const main = join('dist', 'tools', 'docs', 'main.js');
    const result = await tryProgram(node, [main, '--check'], {
      cwd: root,
      signal,
    });
    return countCheck(say, 'documentation is current', result.ok, result.output);
  },
};

/** TypeScript over the whole repository with the rules that read the same program: promises, import cycles. */
export const typesStage: Stage = {
  name: 'types',
  about: 'TypeScript, promises without await, import cycles',
  suite: 'test',
  cached: 'result',
  lane: 'static',
  async run(context) {
    const { ok, output } = await tool(context, 'oxlint', ['--type-check', '--format', 'unix']);
    return countCheck(context.say, 'types, promises and import cycles', ok, output);
  },
};

/** By content, because a checkout changes the times of unchanged files. */
const cacheIn = (name: string): string[] => [
  ...['--cache', '--cache-strategy', 'content', '--cache-location', join('.cache', name)],
];

/** ESLint next to Prettier and the prose check, because each uses one core. */
export const lintStage: Stage = {
  name: 'lint',
  about: 'prettier, prose, eslint with module boundaries',
  suite: 'test',
  cached: 'result',
  lane: 'static',
  async run(context) {
    const check = async (title: string, name: string, args: readonly string[], hint = ''): Promise<Tally> => {
      const { ok, output } = await tool(context, name, args);
      const skipped = output.includes(SKIPPED);
      return countCheck(context.say, title, ok && !skipped, output + hint);
    };
    const checkTexts = async (): Promise<Tally> => {
      const format = ['--check', '--log-level', 'warn', ...cacheIn('prettier'), '.'];
      const prose = ['--config', 'prose.config.mjs', ...cacheIn('prose'), '**/*.md'];
      return sum([
        await check('format', 'prettier', format, '\nFix it with: npx prettier --write .'),
        await check('prose of documents', 'eslint', prose),
      ]);
    };
    const graph = await check('project graph', 'nx', ['show', 'projects']);
    return sum([graph, ...(await Promise.all([check('lint and prose of comments', 'eslint', ['.']), checkTexts()]))]);
  },
};

/** Runs a tool of node_modules with the pinned Node first on the PATH. */
function tool(context: StageContext, name: string, args: readonly string[]): Promise<ProgramResult> {
  const { root, signal } = context;
  const folder = join(root, 'node_modules', '.bin');
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    NX_DAEMON: 'false',
    NX_ISOLATE_PLUGINS: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
  return tryProgram(join(folder, name), args, { cwd: root, env, signal });
}
