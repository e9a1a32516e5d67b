import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTokenMinter, GATEWAY } from '@porchlight/access';
import { ImportServiceDefinition } from '@porchlight/contracts';
import { createChannel, createRpcClient } from '@porchlight/rpc';
import { createLogger, systemClock } from '@porchlight/runtime';
import { dataFolderAt } from '@porchlight/tools/src/launcher/data-folder';
import type { Ports } from '@porchlight/tools/src/launcher/ports';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import { callerFolder, projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { resolveDataFolder } from '@porchlight/tools/src/launcher/start-options';
import { openOperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { ToolProblem } from '@porchlight/tools/src/send/connection';
import { createLoadedAccount, readLoaded, writeLoaded, type LoadedAccount } from './loaded-accounts';
import { loadPeople, type LoadProgress } from './load-people';
import { rebuildSmallCopies } from './rebuild-copies';

const CALL_TIMEOUT_MS = 60_000;
const DAY_MS = 86_400_000;

export interface LoadRun {
  /** Sizes of the accounts to fill; complete accounts are not changed. */
  readonly sizes: readonly number[];
  /** Data folder of the stack. */
  readonly data?: string | undefined;
  /** Creates a new account even if one of the size exists. */
  readonly again?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (account: LoadedAccount, progress: LoadProgress) => void;
  readonly onAccount?: (account: LoadedAccount) => void;
  /** Advice for the user. */
  readonly onAdvice?: (sentence: string) => void;
}

/** File with the accounts of the loader. */
const loadedFileIn = (data: string | undefined): string =>
  join(resolveDataFolder(data, projectRoot(), callerFolder()), 'load.json');

/** Fills accounts of the running local stack, through the operator's import of the people service. */
export const runLoad = async ({
  sizes,
  data,
  again = false,
  signal,
  onProgress,
  onAccount,
  onAdvice,
}: LoadRun): Promise<LoadedAccount[]> => {
  const folder = dataFolderAt(resolveDataFolder(data, projectRoot(), callerFolder()));
  const ports = readJson<Ports>(folder.portsFile)?.rpc;
  if (!ports || !existsSync(folder.keys.tokenPrivateFile))
    throw new ToolProblem("No stack was started on this data folder. Start it with 'npm start', then try again.");
  const file = loadedFileIn(data);
  const operator = openOperatorClient(`127.0.0.1:${ports.auth}`, folder.keys.tokenPrivateFile);
  const minter = createTokenMinter({
    signingKey: readFileSync(folder.keys.tokenPrivateFile, 'utf8'),
    issuer: GATEWAY,
    clock: systemClock,
  });
  const channel = createChannel({
    address: `127.0.0.1:${ports.people}`,
    mint: (actor) => minter.mint(actor, 'people'),
    logger: createLogger({ service: 'load', level: 'silent' }),
    clock: systemClock,
  });
  const imports = createRpcClient(ImportServiceDefinition, channel);
  const as = { actor: { accountId: 0, userId: 0, role: 'Operator' }, timeoutMs: CALL_TIMEOUT_MS, signal } as const;
  try {
    const known = readLoaded(file);
    const filled: LoadedAccount[] = [];
    for (const size of sizes) {
      let loaded = again ? undefined : known.find((one) => one.size === size);
      if (!loaded) {
        // Whole days, so that a load on the same day is the same.
        loaded = await createLoadedAccount(operator, size, Math.floor(systemClock.now() / DAY_MS) * DAY_MS);
        known.unshift(loaded);
        writeLoaded(file, known);
      } else {
        // Accounts from versions without rate limits.
        await operator.accounts.setRateLimits(
          { accountId: loaded.account.id, limits: { lifted: true, perWindow: {} } },
          operator.as,
        );
      }
      const account = loaded;
      onAccount?.(account);
      const remember = (progress: LoadProgress): void => {
        writeLoaded(file, known);
        onProgress?.(account, progress);
      };
      if (account.loaded < size)
        await loadPeople(account, (request) => imports.importPeople(request, as), remember, signal);
      const advice = await rebuildSmallCopies(
        account,
        (service) => openOperatorClient(`127.0.0.1:${ports[service]}`, folder.keys.tokenPrivateFile, service),
        signal,
      );
      writeLoaded(file, known);
      if (advice !== undefined) onAdvice?.(advice);
      filled.push(account);
    }
    return filled;
  } finally {
    await Promise.allSettled([operator.close(), channel.close()]);
  }
};
