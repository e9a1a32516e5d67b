import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson } from '../launcher/private-file';
import { countCheck, sum, type Stage, type StageContext, type Tally } from './stage';

/** A claim about a run, as `--json` of chaos and abuse writes it. */
interface Claim {
  readonly claim: string;
  readonly ok: boolean;
  readonly wrong: readonly string[];
  /** It depends on the load of the machine, so it is printed and not counted. */
  readonly timing?: boolean;
}

/** The same order in each run; `npm run chaos` and `npm run abuse` use another each time. */
const SEED = ['--seed', '1'];
const MAX_LINES = 20;

/** The short form of `npm run chaos`: each claim is a check. */
export const chaosStage: Stage = {
  name: 'chaos',
  about: '2 minutes of failing processes while leads arrive',
  suite: 'soak',
  cached: 'never',
  run: (context) => runTool(context, 'chaos', ['--minutes', '2', ...SEED]),
};

/** The short form of `npm run abuse`: each claim that does not depend on the load of the machine is a check. */
export const abuseStage: Stage = {
  name: 'abuse',
  about: '20 s of attacks while a neighbor account is measured',
  suite: 'soak',
  cached: 'never',
  run: (context) => runTool(context, 'abuse', ['--short', ...SEED]),
};

/** Runs a tool of `lab` and counts its claims. */
async function runTool({ root, node, signal, say }: StageContext, tool: string, args: string[]): Promise<Tally> {
  const scratch = mkdtempSync(join(tmpdir(), 'porchlight-claims-'));
  const file = join(scratch, 'claims.json');
  try {
    const child = spawn(node, [join(root, 'dist', 'lab', tool, 'main.js'), ...args, '--json', file], {
      cwd: root,
      // The tool stops its stack when the channel closes.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const stop = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    signal.removeEventListener('abort', stop);
    const claims = readJson<Claim[]>(file);
    if (!claims) return countCheck(say, `${tool} ends with a report`, false, 'The tool wrote no claims.');
    for (const { claim, ok } of claims.filter(({ timing }) => timing))
      say(`${ok ? 'holds' : 'does not hold'}, for information: ${claim}`);
    return sum(
      claims
        .filter(({ timing }) => !timing)
        .map(({ claim, ok, wrong }) => countCheck(say, claim, ok, wrong.slice(0, MAX_LINES).join('\n'))),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
