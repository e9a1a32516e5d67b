import type { Clock } from '@porchlight/runtime';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, opendir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { countBytes } from './count-bytes';
import { checkKey, checkPrefix, type Deletion, type ObjectStore } from './object-store';

/** Folder of unfinished writes; no key begins with a dot. */
const UNFINISHED = '.unfinished';
/** Unfinished writes of a process that ended are removed after this time, ms. */
const UNFINISHED_MS = 3_600_000;

const isMissing = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
};

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files below a folder, at most `limit`. */
const listFiles = async (folder: string, limit: number, found: string[] = []): Promise<string[]> => {
  const entries = await unlessMissing(opendir(folder));
  if (!entries) return found;
  for await (const entry of entries) {
    if (found.length >= limit) break;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await listFiles(path, limit, found);
    else found.push(path);
  }
  return found;
};

/** Removes what processes left behind that ended during a write. */
const removeUnfinished = async (folder: string, now: number): Promise<void> => {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const found = await unlessMissing(stat(path));
    if (found && now - found.mtimeMs > UNFINISHED_MS) await rm(path, { force: true });
  }
};

/** Stores objects as files of a folder: the local profile (D12.2). Several processes may use the folder. */
export const createFileStore = (folder: string, clock: Pick<Clock, 'now'>): ObjectStore => {
  const unfinished = join(folder, UNFINISHED);
  const toPath = (key: string): string => {
    checkKey(key);
    return join(folder, key);
  };
  /** Writes a file elsewhere, then renames it, so that no reader sees a part. */
  const write = async (key: string, fill: (path: string) => Promise<void>, signal: AbortSignal): Promise<void> => {
    const path = toPath(key);
    await mkdir(unfinished, { recursive: true });
    await removeUnfinished(unfinished, clock.now());
    const part = join(unfinished, randomUUID());
    try {
      await fill(part);
      await sync(part);
      signal.throwIfAborted();
      await mkdir(dirname(path), { recursive: true });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
  return {
    put: (key, body, size, signal) =>
      write(
        key,
        (part) => pipeline(body, countBytes(size), createWriteStream(part, { flags: 'wx', mode: 0o600 }), { signal }),
        signal,
      ),
    async get(key, signal, first) {
      const path = toPath(key);
      const found = await unlessMissing(stat(path));
      if (!found?.isFile()) return undefined;
      const size = Math.min(found.size, first ?? found.size);
      return { body: createReadStream(path, { signal, ...(size > 0 && { end: size - 1 }) }), size };
    },
    async size(key) {
      const found = await unlessMissing(stat(toPath(key)));
      return found?.isFile() ? found.size : undefined;
    },
    copy: (from, to, signal) => write(to, (part) => copyFile(toPath(from), part), signal),
    delete: async (key) => void (await unlessMissing(unlink(toPath(key)))),
    async deleteAll(prefix, limit): Promise<Deletion> {
      checkPrefix(prefix);
      const path = join(folder, prefix);
      const files = await listFiles(path, limit);
      for (const file of files) await rm(file, { force: true });
      const more = files.length === limit;
      if (!more) await rm(path, { recursive: true, force: true });
      return { deleted: files.length, more };
    },
    signedUrl: async () => undefined,
    close: () => undefined,
  };
};
