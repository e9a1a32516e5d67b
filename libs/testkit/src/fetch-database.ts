import { execFile } from 'node:child_process';
import { chmod, constants, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAccessible } from './test-server';

const run = promisify(execFile);

/**
 * The copy that the bootstrap in tools/ caches. This version is tested; later versions on PyPI are a different, slower
 * server.
 */
const VERSION = '0.6.0b17';
/** Any Python can download this wheel: only its binary is used. */
const WHEEL = '--python-version 3.11 --implementation cp --abi cp311 --platform manylinux_2_28_x86_64';

const isRunnable = (file: string): Promise<boolean> => isAccessible(file, constants.X_OK);

/**
 * Returns the path of the development database server: from the user's cache, else downloaded once as a PyPI wheel (22
 * MB) with any Python 3.
 */
export const fetchDatabase = async (cache = join(homedir(), '.cache', 'porchlight')): Promise<string> => {
  const home = join(cache, `secantus-${VERSION}`);
  const binary = join(home, 'secantusdb.scripts', 'secantusd-rs');
  if (await isRunnable(binary)) return binary;

  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'fetching-'));
  try {
    const download = `-m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: ${WHEEL}`;
    await run('python3', [...download.split(' '), '--dest', work, `SecantusDB==${VERSION}`], { timeout: 180_000 });
    const unpack =
      'import glob,sys,zipfile; zipfile.ZipFile(glob.glob(sys.argv[1]+"/*.whl")[0]).extractall(sys.argv[1]+"/unpacked")';
    await run('python3', ['-c', unpack, work], { timeout: 60_000 });
    await chmod(join(work, 'unpacked', 'secantusdb.scripts', 'secantusd-rs'), 0o755);
    // The bootstrap's marker of a complete copy.
    await writeFile(join(work, 'unpacked', '.complete'), '');
    // A rename is atomic. If another process was faster, its copy is used.
    await rename(join(work, 'unpacked'), home).catch(async (error: unknown) => {
      if (!(await isRunnable(binary))) throw error;
    });
    return binary;
  } catch (cause) {
    throw new Error(
      'The database for tests could not be fetched. Set TEST_MONGODB_URI, or install mongod, or Python 3.9+ with pip.',
      { cause },
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
