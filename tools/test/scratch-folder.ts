import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one test file, removed after it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-tools-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
