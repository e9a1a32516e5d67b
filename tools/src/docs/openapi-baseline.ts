import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findIncompatibleChanges } from '@porchlight/openapi';

/** The description that clients rely on, as of the last `npm run openapi:baseline`. */
export const BASELINE = 'docs/openapi.baseline.json';

/** Incompatible changes since the baseline, one sentence each. */
export const incompatibleChanges = (root: string, described: string): string[] =>
  findIncompatibleChanges(
    JSON.parse(readFileSync(join(root, BASELINE), 'utf8')) as Record<string, unknown>,
    JSON.parse(described) as Record<string, unknown>,
  );
