import { plural } from '@lingui/core/macro';

const KB = 1_000;
const MB = 1_000_000;

/** The largest file, bytes (D12.2). */
export const MAX_FILE_BYTES = 100 * MB;

/** Formats a size in bytes: `52 kB`, `1.4 MB`. */
export const formatSize = (bytes: number): string => {
  if (bytes < KB) return plural(bytes, { one: '# byte', other: '# bytes' });
  if (bytes < MB) return `${Math.round(bytes / KB)} kB`;
  return `${(bytes / MB).toFixed(1).replace('.0', '')} MB`;
};
