import { join } from 'node:path';
import { ImportServiceDefinition, type ImportPeopleRequest, type ImportPeopleResponse } from '@porchlight/contracts';
import { createRpcClient } from '@porchlight/rpc';
import { DAY_MS, systemClock } from '@porchlight/runtime';
import { findDataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { readJson, writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import { openOperatorChannel, openOperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { findTarget } from '@porchlight/tools/src/operator/target';
import { createLoadedAccount, type LoadedAccount } from './loaded-accounts';
import { loadPeople, type LoadProgress } from './load-people';

const CALL_TIMEOUT_MS = 60_000;

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
}

/** Fills accounts of the running local stack, through the operator's import of the people service. */
export const runLoad = async ({
  sizes,
  data,
  again = false,
  signal,
  onProgress,
  onAccount,
}: LoadRun): Promise<LoadedAccount[]> => {
  const file = join(findDataFolder(data).path, 'load.json');
  const operator = openOperatorClient(findTarget({ data }));
  const channel = openOperatorChannel(findTarget({ data }, 'people'));
  const imports = createRpcClient(ImportServiceDefinition, channel);
  const as = { ...operator.as, timeoutMs: CALL_TIMEOUT_MS, signal };
  const importPeople = async (request: ImportPeopleRequest): Promise<ImportPeopleResponse> => {
    // A resumed load skips many people in one turn, in which no connection opens.
    await channel.ready(CALL_TIMEOUT_MS);
    return imports.importPeople(request, as);
  };
  try {
    const known = readJson<LoadedAccount[]>(file) ?? [];
    const filled: LoadedAccount[] = [];
    for (const size of sizes) {
      let loaded = again ? undefined : known.find((one) => one.size === size);
      if (!loaded) {
        // Whole days, so that a load on the same day is the same.
        loaded = await createLoadedAccount(operator, size, Math.floor(systemClock.now() / DAY_MS) * DAY_MS);
        known.unshift(loaded);
        writePrivateJson(file, known);
      }
      const account = loaded;
      onAccount?.(account);
      const remember = (progress: LoadProgress): void => {
        writePrivateJson(file, known);
        onProgress?.(account, progress);
      };
      if (account.loaded < size) await loadPeople(account, importPeople, remember, signal);
      filled.push(account);
    }
    return filled;
  } finally {
    await Promise.allSettled([operator.close(), channel.close()]);
  }
};
