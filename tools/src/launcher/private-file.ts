import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file atomically, readable by its owner only. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, content, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Writes a value as readable JSON that only its owner may read. */
export function writePrivateJson(path: string, value: unknown): void {
  writePrivateFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Reads JSON; undefined if there is no readable file. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
