import { SERVICES } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { describeDumped, restore } from '../operator/every-database';
import { openOperatorClient } from '../operator/operator-client';
import { holdToBackends, type BackendChoice } from './backend-choice';
import { startBackends } from './backends';
import { busEnvironmentOf, makeBusSignIn } from './bus-sign-in';
import { makeCertificates } from './certificates';
import { describeConnection, type Connection } from './connection-file';
import { dataFolderAt, type DataFolder } from './data-folder';
import { makeDemoData, type DemoData } from './demo-data';
import { planExternal, superviseExternal } from './external-service';
import { makeKeyFiles } from './key-files';
import { localGet } from './local-request';
import { choosePorts, type Ports } from './ports';
import type { Reporter } from './reporter';
import { formatBaseUrl, serviceEnvironment, type BackendAddresses } from './service-environment';
import { superviseService } from './service-process';
import { openStackProcesses } from './stack-processes';
import type { StartOptions } from './start-options';

/** A running stack: backends, services and demo data. */
export interface Stack {
  /** The content of `connection.json` without process ids. */
  readonly connection: Omit<Connection, 'pids'>;
  /** Stops everything in order: the gateway first, the backends last. */
  stop(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Starts a stack on a data folder of `openDataFolder` that no other process uses. If a part cannot start, or
 * `cancelled` is aborted meanwhile, all started parts are stopped.
 */
export async function startStack(
  options: StartOptions,
  choice: BackendChoice,
  report: Reporter,
  cancelled: AbortSignal,
): Promise<Stack> {
  const folder = dataFolderAt(options.data);
  holdToBackends(folder.backendsFile, choice, options.brokers, options.secureBus);
  if (options.secureBus && options.external !== undefined)
    throw new Error('--external starts a service that cannot sign in to Kafka: leave --secure-bus out.');
  const ports = await choosePorts(folder.portsFile, options.port, options.brokers);
  const external = options.external === undefined ? undefined : planExternal(options.external, folder, ports.external);
  const about = { baseUrl: formatBaseUrl(ports), externalName: external?.name };
  const { guard, events, add, announce, stop } = openStackProcesses(folder, about, report);

  try {
    await makeCertificates(folder);
    const signIn = options.secureBus ? await makeBusSignIn(folder.bus) : undefined;
    const [addresses] = await Promise.all([
      unlessCancelled(
        startBackends({ root: options.root, choice, folder, ports, guard, events, onStart: add, signIn }),
        cancelled,
      ),
      makeKeyFiles(folder),
    ]);
    if (options.restore !== undefined)
      await unlessCancelled(restoreBackup(options.restore, addresses, report), cancelled);
    const services = SERVICES.map((name) => {
      const env = {
        ...serviceEnvironment(name, options, folder, ports, addresses, external?.file),
        ...(signIn && name !== 'gateway' && busEnvironmentOf(signIn, name)),
      };
      const place = { root: options.root, env, operationsPort: ports.operations[name], logs: folder.logs };
      return add(superviseService(name, place, events));
    });
    const foreign =
      external &&
      add(await superviseExternal(external, { root: options.root, folder, ports, backends: addresses }, events));
    const started = [...services, ...(foreign ? [foreign] : [])].map((service) => service.start());
    await unlessCancelled(Promise.all(started), cancelled);

    const demo = await openDemoData(folder, ports, options.extraAccounts, cancelled);
    const connection = describeConnection(options, folder, ports, addresses, demo);
    const ownerKey = demo.accounts[0]!.users.owner.apiKey;
    await unlessCancelled(untilAnswered(connection.baseUrl, folder.tls.caFile, ownerKey), cancelled);
    announce(connection);
    return { connection, stop };
  } catch (error) {
    await stop();
    throw isRefusal(error)
      ? new Error(`Making the demo data failed: ${error.message} (see ${folder.logs}/auth.log)`)
      : error;
  }
}

function restoreBackup(backup: string, { mongodbUris }: BackendAddresses, report: Reporter): Promise<void> {
  return restore(
    backup,
    (service) => mongodbUris[service],
    (...what) => report.step(`restored ${describeDumped(...what)}`),
  );
}

/** Makes the demo data, or reads that of an earlier start. */
async function openDemoData(
  folder: DataFolder,
  ports: Ports,
  extraAccounts: number | undefined,
  cancelled: AbortSignal,
): Promise<DemoData> {
  const client = openOperatorClient({
    address: `127.0.0.1:${ports.rpc.auth}`,
    signingKeyFile: folder.keys.tokenPrivateFile,
    service: 'auth',
  });
  try {
    return await unlessCancelled(makeDemoData(folder.demoFile, client, extraAccounts), cancelled);
  } finally {
    await client.close();
  }
}

/** Waits until the people of the demo account can be listed over HTTPS. */
async function untilAnswered(baseUrl: string, caFile: string, apiKey: string): Promise<void> {
  const end = Date.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    const answer = await localGet(`${baseUrl}/v1/people?limit=1`, { caFile, apiKey });
    if (answer.status === 200) return;
    if (answer.status === 401) {
      throw new Error(
        'The database does not know the keys of this data folder: it is another one than before. Begin anew with --fresh.',
      );
    }
    if (Date.now() > end)
      throw new Error(
        `GET /v1/people does not answer 200 but ${answer.status || 'nothing'}: ${answer.body.slice(0, 300)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new Error('Stopped while starting.'));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
