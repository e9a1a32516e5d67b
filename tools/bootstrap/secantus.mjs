import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { mustRun } from './command.mjs';
import { megabytes, step } from './console.mjs';

const VERSION = '0.6.0b17';
const BINARY = join('secantusdb.scripts', 'secantusd-rs');
/** The wheel with the Rust server, named by tag so that any Python can download it. */
const WHEEL = [
  '--python-version',
  '3.11',
  '--implementation',
  'cp',
  '--abi',
  'cp311',
  '--platform',
  'manylinux_2_28_x86_64',
];
/** Extracts only the server and its libraries. */
const UNPACK = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    wheel.extractall(sys.argv[2], [n for n in wheel.namelist() if n.startswith(('secantusdb.scripts/', 'secantusdb.libs/'))])
`;

const locateFolder = (cache) => join(cache, `secantus-${VERSION}`);

/** True if the embedded database server runs on this machine. */
export const runsSecantus = () => platform() === 'linux' && arch() === 'x64';

/** True if the embedded database server is in the download cache. */
export function isSecantusCached(cache) {
  return existsSync(join(locateFolder(cache), '.complete'));
}

/** Downloads the embedded database server (SecantusDB, a separate program under its own licence) as a Python wheel. */
export async function prepareSecantus(cache, python) {
  const folder = locateFolder(cache);
  if (!isSecantusCached(cache)) await fetchWheel(cache, folder, python);
  return { kind: 'secantus', file: join(folder, BINARY) };
}

async function fetchWheel(cache, folder, python) {
  step('Database: SecantusDB, about 22 MB to download …');
  const target = mkdtempSync(join(cache, 'secantus-'));
  try {
    const download = [
      '-m',
      'pip',
      'download',
      '--no-deps',
      '--only-binary=:all:',
      ...WHEEL,
      '-d',
      target,
      `SecantusDB==${VERSION}`,
    ];
    await mustRun(python, download, 'Fetching the database by pip failed');
    const wheel = join(
      target,
      readdirSync(target).find((file) => file.endsWith('.whl')),
    );
    const size = statSync(wheel).size;
    await mustRun(python, ['-c', UNPACK, wheel, target], 'Unpacking the database failed');
    rmSync(wheel);
    chmodSync(join(target, BINARY), 0o755);
    writeFileSync(join(target, '.complete'), '');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    renameSync(target, folder);
    step(`Database: SecantusDB ${VERSION} ready (${megabytes(size)})`);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
