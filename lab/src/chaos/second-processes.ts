import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS, rpcAddressVariable, type ServiceName } from '@porchlight/contracts';
import { freePort, readProcess } from '@porchlight/testkit';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import type { Supervised, ProcessEvents } from '@porchlight/tools/src/launcher/supervised';
import { superviseService } from '@porchlight/tools/src/launcher/service-process';
import { startBalancer, type Target } from './balancer';
import type { StackUnderTest } from './stack-under-test';

/** A process that the release replaces; its launcher starts the successor. */
export interface Replaceable {
  readonly name: string;
  readonly readyUrl: string;
  readonly logFile: string;
  pid(): number | undefined;
}

const GATEWAYS = 2;
/** Time for the balancer to detect a stopping gateway. */
const DRAIN_MS = '1000';
const NOBODY_LISTENS: ProcessEvents = { started() {}, ready() {}, died() {}, ended() {} };

/**
 * Starts a second process of each service and two gateways behind a balancer, with the programs and settings of the
 * stack and different ports.
 */
export async function startSecondProcesses(folder: DataFolder, stack: StackUnderTest) {
  const processes: Supervised[] = [];
  const replaceable: Replaceable[] = [];
  const addresses: Record<string, string> = {};
  const stop = async (): Promise<void> => void (await Promise.all(processes.map((one) => one.stop())));

  const add = async (service: ServiceName, name: string, settings: Record<string, string>): Promise<Replaceable> => {
    const operationsPort = await freePort();
    const logs = join(folder.logs, name);
    mkdirSync(logs, { recursive: true });
    const env = { ...readProcess(stack.pid(service)).env, ...settings, OPERATIONS_PORT: String(operationsPort) };
    const process = superviseService(service, { root: projectRoot(), env, operationsPort, logs }, NOBODY_LISTENS);
    processes.push(process);
    const one = {
      name,
      readyUrl: `http://127.0.0.1:${operationsPort}/readyz`,
      logFile: join(logs, `${service}.log`),
      pid: () => process.pid,
    };
    replaceable.push(one);
    return one;
  };

  try {
    for (const service of BACKENDS) {
      const variable = rpcAddressVariable(service);
      const own = readProcess(stack.pid(service)).env[variable]!;
      const second = `127.0.0.1:${await freePort()}`;
      addresses[variable] = `${own},${second}`;
      replaceable.push({
        name: service,
        readyUrl: stack.readyUrl(service),
        logFile: join(folder.logs, `${service}.log`),
        pid: () => stack.pid(service),
      });
      await add(service, `${service}-2`, { [variable]: second });
    }
    const targets: Target[] = [];
    for (let n = 1; n <= GATEWAYS; n++) {
      const port = await freePort();
      const { readyUrl } = await add('gateway', `gateway-${n}`, {
        ...addresses,
        GATEWAY_PORT: String(port),
        GATEWAY_DRAIN_MS: DRAIN_MS,
      });
      targets.push({ port, readyUrl });
    }
    await Promise.all(processes.map((one) => one.start()));
    const balancer = await startBalancer(targets);
    return {
      replaceable,
      /** Of the balancer. */
      baseUrl: `https://localhost:${balancer.port}`,
      async stop(): Promise<void> {
        await balancer.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
