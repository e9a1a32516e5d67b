import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot, resolveFromCaller } from './project-root';

/** Absolute paths in a data folder (default `.local/`). */
export type DataFolder = Readonly<ReturnType<typeof dataFolderAt>>;

const MARKER = '.porchlight-data';

/** The data folder that a command line names (default: `.local` of the project). */
export const findDataFolder = (named: string | undefined): DataFolder =>
  dataFolderAt(named === undefined ? join(projectRoot(), '.local') : resolveFromCaller(named));

/** The layout of a data folder; creates nothing. */
export function dataFolderAt(path: string) {
  const tls = join(path, 'tls');
  const keys = join(path, 'keys');
  return {
    path,
    connectionFile: join(path, 'connection.json'),
    demoFile: join(path, 'demo.json'),
    runFile: join(path, 'run.json'),
    portsFile: join(path, 'ports.json'),
    backendsFile: join(path, 'backends.json'),
    logs: join(path, 'logs'),
    /** Mails of the local profile, one .eml file each. */
    mail: join(path, 'mail'),
    /** Uploaded files. */
    objects: join(path, 'objects'),
    kafka: join(path, 'kafka'),
    database: join(path, 'database'),
    /** Certificate and passwords of a bus with sign-in. */
    bus: { caFile: join(tls, 'ca.crt'), caKeyFile: join(tls, 'ca.key'), folder: join(path, 'bus') },
    tls: {
      caFile: join(tls, 'ca.crt'),
      caKeyFile: join(tls, 'ca.key'),
      certFile: join(tls, 'localhost.crt'),
      keyFile: join(tls, 'localhost.key'),
    },
    keys: {
      /** Of the gateway; the command line uses it too. */
      tokenPrivateFile: join(keys, 'internal-token.key.pem'),
      tokenPublicFile: join(keys, 'internal-token.pub.pem'),
      secretsFile: join(keys, 'secrets.key'),
      nextTokenFile: join(keys, 'next-token.key'),
      consentFile: join(keys, 'consent.key'),
    },
  };
}

/** Creates the folder and its parts. Throws if the folder contains other files. */
export function openDataFolder(folder: DataFolder): void {
  const foreign = existsSync(folder.path) && readdirSync(folder.path).length > 0 && !isOurs(folder);
  if (foreign)
    throw new Error(`${folder.path} is not empty and not a data folder of Porchlight. Choose another: --data DIR.`);
  for (const path of [folder.path, folder.logs, folder.kafka, folder.database]) mkdirSync(path, { recursive: true });
  for (const name of ['tls', 'keys']) mkdirSync(join(folder.path, name), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder.path, MARKER), 'Porchlight keeps its local data here.\n');
}

/** Empties a data folder of ours for `--fresh`. The logs stay: each start begins new ones. */
export function emptyDataFolder(folder: DataFolder): void {
  if (!existsSync(folder.path)) return;
  if (!isOurs(folder)) {
    if (readdirSync(folder.path).length === 0) return;
    throw new Error(`${folder.path} is not a data folder of Porchlight, so it is not emptied.`);
  }
  const names = readdirSync(folder.path).filter((name) => name !== MARKER && join(folder.path, name) !== folder.logs);
  for (const name of names) rmSync(join(folder.path, name), { recursive: true, force: true });
}

/** A path for output and storage: relative to the project's root if it is inside. */
export function shownPath(root: string, path: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : inside;
}

function isOurs(folder: DataFolder): boolean {
  return existsSync(join(folder.path, MARKER));
}
