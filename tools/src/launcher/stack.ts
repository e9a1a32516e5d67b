import { rmSync } from 'node:fs';
import { BACKENDS, SERVICES, type ServiceName } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { describeDumped, restore } from '../operator/every-database';
import { openOperatorClient } from '../operator/operator-client';
import { holdToBackends, type BackendChoice } from './backend-choice';
import { startBackends } from './backends';
import { busEnvironmentOf, makeBusSignIn } from './bus-sign-in';
import { makeCertificates } from './certificates';
import { describeConnection, writeConnectionFile, type Connection } from './connection-file';
import { dataFolderAt } from './data-folder';
import { makeDemoData, type DemoData } from './demo-data';
import { planExternal, superviseExternal } from './external-service';
import { startGuard } from './guard';
import type { Supervised, ProcessEvents } from './supervised';
import { makeKeyFiles } from './key-files';
import { localGet } from './local-request';
import { choosePorts } from './ports';
import { openRunRecord } from './run-record';
import type { Reporter } from './reporter';
import { formatBaseUrl, serviceEnvironment } from './service-environment';
import { superviseService } from './service-process';
import type { StartOptions } from './start-options';

/** A running stack: backends, services and demo data. */
export interface Stack {
  /** The content of `connection.json` without process ids. */
  readonly connection: Omit<Connection, 'pids'>;
  /** Stops everything in order: the gateway first, the backends last. */
  stop(): Promise<void>;
}

/** The gateway stops first, so that no request reaches a stopped service. */
const STOP_ORDER: readonly (readonly ServiceName[])[] = [['gateway'], BACKENDS];
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
  const record = openRunRecord(folder.runFile, formatBaseUrl(ports));
  const external = options.external === undefined ? undefined : planExternal(options.external, folder, ports.external);
  const guard = startGuard(folder.connectionFile);
  const processes: Supervised[] = [];
  let connection: Omit<Connection, 'pids'> | undefined;
  let stopping = false;

  const writeConnection = (): void => {
    if (!connection || stopping) return;
    const pids = processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid] as const]));
    writeConnectionFile(folder, connection, { launcher: process.pid, ...Object.fromEntries(pids) });
  };
  const events: ProcessEvents = {
    started(name, pid) {
      record.add(name, pid);
      guard.addProcess(pid);
    },
    ended(name, pid) {
      record.remove(name);
      guard.removeProcess(pid);
    },
    died(name, how) {
      report.problem(`${name} ended (${how}); starting it again`);
    },
    ready(name, restarts, afterMs) {
      if (restarts === 0) return report.step(`${name} is up (${(afterMs / 1000).toFixed(1)} s)`);
      report.problem(`${name} is up again`);
      writeConnection();
    },
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    rmSync(folder.connectionFile, { force: true });
    const services = STOP_ORDER.map((names) =>
      processes.filter(({ name }) => (names as readonly string[]).includes(name)),
    );
    const others = processes.filter(({ name }) => !(SERVICES as readonly string[]).includes(name));
    const foreign = others.filter(({ name }) => name === external?.name);
    const backends = others.filter(({ name }) => name !== external?.name);
    for (const group of [...services, foreign, backends]) await Promise.all(group.map((one) => one.stop()));
    guard.close();
    record.close();
  };
  const add = <K extends Supervised>(process: K): K => {
    processes.push(process);
    return process;
  };

  try {
    // A part must not start during the stop, because it would not be stopped.
    const onStart = (backend: Supervised): void => {
      if (stopping) throw new Error('Stopped while starting.');
      add(backend);
    };
    await makeCertificates(folder);
    const signIn = options.secureBus ? await makeBusSignIn(folder.bus) : undefined;
    const [addresses] = await Promise.all([
      unlessCancelled(
        startBackends({ root: options.root, choice, folder, ports, guard, events, onStart, signIn }),
        cancelled,
      ),
      makeKeyFiles(folder),
    ]);
    if (options.restore !== undefined) {
      const { mongodbUris } = addresses;
      await unlessCancelled(
        restore(
          options.restore,
          (service) => mongodbUris[service],
          (...what) => report.step(`restored ${describeDumped(...what)}`),
        ),
        cancelled,
      );
    }
    const services = SERVICES.map((name) => {
      const env = {
        ...serviceEnvironment(name, options, folder, ports, addresses, external?.file),
        ...(signIn && name !== 'gateway' && busEnvironmentOf(signIn, name)),
      };
      const about = { root: options.root, env, operationsPort: ports.operations[name], logs: folder.logs };
      return add(superviseService(name, about, events));
    });
    const foreign =
      external &&
      add(await superviseExternal(external, { root: options.root, folder, ports, backends: addresses }, events));
    const started = [...services, ...(foreign ? [foreign] : [])].map((service) => service.start());
    await unlessCancelled(Promise.all(started), cancelled);

    const client = openOperatorClient({
      address: `127.0.0.1:${ports.rpc.auth}`,
      signingKeyFile: folder.keys.tokenPrivateFile,
      service: 'auth',
    });
    let demo: DemoData;
    try {
      demo = await unlessCancelled(makeDemoData(folder.demoFile, client, options.extraAccounts), cancelled);
    } finally {
      await client.close();
    }
    const about = describeConnection(options, folder, ports, addresses, demo);
    const ownerKey = demo.accounts[0]!.users.owner.apiKey;
    await unlessCancelled(untilAnswered(about.baseUrl, folder.tls.caFile, ownerKey), cancelled);
    connection = about;
    writeConnection();
    return { connection: about, stop };
  } catch (error) {
    await stop();
    throw isRefusal(error)
      ? new Error(`Making the demo data failed: ${error.message} (see ${folder.logs}/auth.log)`)
      : error;
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
