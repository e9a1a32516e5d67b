import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@porchlight/testkit';
import { dataFolderAt } from '../launcher/data-folder';
import { launchStack } from './launch-stack';
import { runJest } from './run-jest';
import { countCheck, sum, type Stage } from './stage';

const TIMEOUT_MS = 15 * 60_000;
/** Retries that a test can wait for; long enough before giving up for every process to be killed once meanwhile. */
export const PROFILE = ['--retry-interval', '2s', '--give-up-after', '5m'];

/** Acceptance tests against a whole stack of its own, started as a user would start it. */
export const acceptanceStage: Stage = {
  name: 'acceptance',
  about: 'acceptance tests over HTTPS',
  async run(context) {
    const { root, say } = context;
    const folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-acceptance-')));
    const launcher = launchStack(context, folder.path, { args: PROFILE, env: await tracedOnDemand() });
    const stop = (): void => void launcher.child.kill('SIGTERM');
    context.signal.addEventListener('abort', stop, { once: true });
    let failed = true;
    try {
      const up = await launcher.ready;
      if (up) say(`a stack is up in ${folder.path}`);
      if (!up) return countCheck(say, 'the stack starts', false, launcher.output());
      const tests = await runJest(context, ['--selectProjects', 'acceptance', '--runInBand', ...(context.files === undefined ? [] : ['--testPathPatterns', context.files])], { PORCHLIGHT_CONNECTION: folder.connectionFile }, TIMEOUT_MS);
      const stopped = await launcher.stop();
      const clean = countCheck(say, 'the stack stops in order', stopped && !existsSync(folder.connectionFile), launcher.output());
      const tally = sum([tests, clean]);
      failed = tally.failed > 0;
      return tally;
    } finally {
      await launcher.stop();
      context.signal.removeEventListener('abort', stop);
      if (failed) keepLogs(root, folder.logs, say);
      rmSync(folder.path, { recursive: true, force: true });
    }
  },
};

/** Only what a test asks for by a sampled `traceparent` is traced; the test starts the collector. */
const tracedOnDemand = async (): Promise<NodeJS.ProcessEnv> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  OTEL_TRACES_SAMPLER: 'parentbased_always_off',
});

function keepLogs(root: string, logs: string, say: (line: string) => void): void {
  const kept = join('.cache', 'acceptance-logs');
  rmSync(join(root, kept), { recursive: true, force: true });
  if (!existsSync(logs)) return;
  cpSync(logs, join(root, kept), { recursive: true });
  say(`The logs of the stack are in ${kept}/.`);
}
