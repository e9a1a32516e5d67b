import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parseExternalServices } from '@porchlight/contracts';
import type { DataFolder } from './data-folder';
import { findProgram } from './find-program';
import { logFile } from './log-file';
import { isOpen, type Ports } from './ports';
import { writePrivateJson } from './private-file';
import type { BackendAddresses } from './service-environment';
import { superviseProcess } from './supervise-process';
import type { ProcessEvents, Supervised } from './supervised';

const HOST = '127.0.0.1';
const INSTALL_TIMEOUT_MS = 300_000;
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 15_000;

/** The service that `--external` names: a declaration next to `service.py` and `requirements.txt`. */
export interface ExternalPlan {
  readonly name: string;
  /** The declaration with the address of this stack, for EXTERNAL_SERVICES_FILE. */
  readonly file: string;
  readonly folder: string;
}

/** Writes the declaration with the address of this stack. Throws with every problem of the file. */
export function planExternal(source: string, folder: DataFolder, port: number): ExternalPlan {
  const text = readFileSync(source, 'utf8');
  const { services, problems } = parseExternalServices(text);
  const [service, ...others] = services;
  if (problems.length > 0 || !service || others.length > 0)
    throw new Error(`${source} must declare one service. ${problems.join('. ')}`);
  const file = join(folder.path, 'external-services.json');
  const declared = JSON.parse(text) as { services: object[] };
  writePrivateJson(file, { services: declared.services.map((one) => ({ ...one, address: [`${HOST}:${port}`] })) });
  return { name: service.name, file, folder: dirname(source) };
}

/** Installs the packages of the service into a virtual environment of the data folder, once per list of packages. */
async function installPackages({ folder }: ExternalPlan, data: DataFolder): Promise<string> {
  const environment = join(data.path, 'python');
  const python = join(environment, 'bin', 'python');
  const requirements = join(folder, 'requirements.txt');
  const installed = join(environment, 'installed.json');
  const content = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')) === content) return python;
  const system = findProgram('python3');
  if (!system) throw new Error('python3 is missing: install Python 3.9 or newer with pip, or leave out --external.');
  const run = promisify(execFile);
  await run(system, ['-m', 'venv', environment], { timeout: INSTALL_TIMEOUT_MS });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  await run(python, install, { timeout: INSTALL_TIMEOUT_MS });
  writePrivateJson(installed, content);
  return python;
}

/** Supervises the service; it is ready when it accepts connections. */
export async function superviseExternal(
  plan: ExternalPlan,
  parts: {
    readonly root: string;
    readonly folder: DataFolder;
    readonly ports: Ports;
    readonly backends: BackendAddresses;
  },
  events: ProcessEvents,
): Promise<Supervised> {
  const { root, folder, ports, backends } = parts;
  const python = await installPackages(plan, folder);
  return superviseProcess(
    {
      name: plan.name,
      command: python,
      args: [join(plan.folder, 'service.py')],
      env: {
        PATH: process.env['PATH'],
        PYTHONUNBUFFERED: '1',
        PYTHONDONTWRITEBYTECODE: '1',
        EXTERNAL_SERVICES_FILE: plan.file,
        PYTHONPATH: join(root, 'proto'),
        RPC_ADDRESS: `${HOST}:${ports.external}`,
        // The server of people; the service uses a database of its own on it.
        MONGODB_URI: backends.mongodbUris.people,
        KAFKA_BROKERS: backends.kafkaBrokers.join(','),
        INTERNAL_TOKEN_PUBLIC_KEY_FILE: folder.keys.tokenPublicFile,
        NEXT_TOKEN_KEY_FILE: folder.keys.nextTokenFile,
      },
      log: logFile(folder.logs, plan.name),
      isReady: () => isOpen(ports.external),
      readyTimeoutMs: READY_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
      deathSignal: 'KILL',
    },
    events,
  );
}
