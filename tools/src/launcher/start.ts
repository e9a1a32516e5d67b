import { readBackendChoice } from './backend-choice';
import { removeDataVolumes } from './backends';
import { dataFolderAt, emptyDataFolder, openDataFolder, shownPath } from './data-folder';
import type { Reporter } from './reporter';
import { endLeftovers, findRun } from './run-record';
import { startStack, type Stack } from './stack';
import type { StartOptions } from './start-options';
import { welcome } from './welcome';

/** Starts a stack in this process and resolves when it serves. Rejects with advice if it cannot start. */
export async function start(options: StartOptions, report: Reporter, cancelled: AbortSignal): Promise<Stack> {
  const folder = dataFolderAt(options.data);
  const running = findRun(folder.runFile);
  if (running) {
    const stop = `npm run stop${options.data === dataFolderAt(`${options.root}/.local`).path ? '' : ` -- --data ${options.data}`}`;
    throw new Error(
      `Porchlight runs already on ${folder.path}: ${running.baseUrl}, launcher process ${running.launcher.pid}. Stop it with: ${stop}`,
    );
  }
  const leftovers = await endLeftovers(folder.runFile);
  if (leftovers.length > 0) report.step(`Ended what an earlier run left behind: ${leftovers.join(', ')}`);
  const choice = readBackendChoice();
  if (options.fresh) {
    emptyDataFolder(folder);
    await removeDataVolumes(folder, choice);
  }
  openDataFolder(folder);
  const stack = await startStack(options, choice, report, cancelled);
  report.text(
    welcome(stack.connection, { root: options.root, logs: folder.logs, data: shownPath(options.root, options.data) }),
  );
  return stack;
}
