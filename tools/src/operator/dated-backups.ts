import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** `2026-01-31T02-15-00Z`; sorted by name they are sorted by time. */
const DATED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const UNFINISHED = '.unfinished';

/**
 * Writes a backup into a new folder within `folder`, named by the time, and then deletes all but the last `count` of
 * such folders. An unfinished backup has another name and is deleted by the next call. Other files in the folder stay.
 */
export async function writeDatedBackup(
  folder: string,
  count: number,
  write: (folder: string) => Promise<void>,
  now = new Date(),
): Promise<void> {
  const draft = join(folder, UNFINISHED);
  await rm(draft, { recursive: true, force: true });
  await write(draft);
  await rename(draft, join(folder, now.toISOString().replace(/:/g, '-').replace(/\.\d+/, '')));
  const names = (await readdir(folder)).filter((name) => DATED.test(name)).sort();
  for (const name of names.slice(0, -count)) await rm(join(folder, name), { recursive: true });
}
