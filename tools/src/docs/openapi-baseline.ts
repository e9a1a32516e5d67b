import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findIncompatibleChanges } from '@porchlight/openapi';

/** What clients count on: the description as it was when somebody last said so by `npm run openapi:baseline`. */
export const BASELINE = 'docs/openapi.baseline.json';

/** What clients could stumble over since then, one sentence each. */
export const incompatibleChanges = (root: string, described: string): string[] =>
  findIncompatibleChanges(
    JSON.parse(readFileSync(join(root, BASELINE), 'utf8')) as Record<string, unknown>,
    JSON.parse(described) as Record<string, unknown>,
  );
