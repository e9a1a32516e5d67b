import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createTokenMinter, GATEWAY } from '@porchlight/access';
import { AppliedPlanServiceDefinition, DealServiceDefinition, EmEventServiceDefinition } from '@porchlight/contracts';
import { createChannel, createRpcClient, type CallOptions, type RpcClient } from '@porchlight/rpc';
import { createLogger, systemClock } from '@porchlight/runtime';
import { dataFolderAt } from '@porchlight/tools/src/launcher/data-folder';
import type { Ports } from '@porchlight/tools/src/launcher/ports';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import { callerFolder, projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { resolveDataFolder } from '@porchlight/tools/src/launcher/start-options';
import { ToolProblem } from '@porchlight/tools/src/send/connection';

/** RPC clients of the services. Filling accounts without the gateway is much faster. */
export interface InnerServices {
  readonly deals: RpcClient<typeof DealServiceDefinition>;
  readonly emEvents: RpcClient<typeof EmEventServiceDefinition>;
  readonly appliedPlans: RpcClient<typeof AppliedPlanServiceDefinition>;
  /** Actor of the account's owner, passed with each call. */
  readonly as: CallOptions;
  close(): Promise<void>;
}

const OWNER_ID = 1;
const CALL_TIMEOUT_MS = 30_000;

/** Opens the services of the local stack that wrote the connection file, for one account. */
export const openInnerServices = (connectionFile: string, accountId: number): InnerServices => {
  const folder = dataFolderAt(resolveDataFolder(dirname(connectionFile), projectRoot(), callerFolder()));
  const ports = readJson<Ports>(folder.portsFile)?.rpc;
  if (!ports)
    throw new ToolProblem('This needs a stack that was started here, on the data folder of the connection file.');
  const minter = createTokenMinter({
    signingKey: readFileSync(folder.keys.tokenPrivateFile, 'utf8'),
    issuer: GATEWAY,
    clock: systemClock,
  });
  const open = (name: keyof typeof ports) =>
    createChannel({
      address: `127.0.0.1:${ports[name]}`,
      mint: (actor) => minter.mint(actor, name),
      logger: createLogger({ service: 'bench', level: 'silent' }),
      clock: systemClock,
    });
  const [deals, marketing] = [open('deals'), open('marketing')];
  return {
    deals: createRpcClient(DealServiceDefinition, deals),
    emEvents: createRpcClient(EmEventServiceDefinition, marketing),
    appliedPlans: createRpcClient(AppliedPlanServiceDefinition, marketing),
    as: { actor: { accountId, userId: OWNER_ID, role: 'Owner' }, timeoutMs: CALL_TIMEOUT_MS },
    close: async () => void (await Promise.allSettled([deals.close(), marketing.close()])),
  };
};
