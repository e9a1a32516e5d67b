import { VERSION } from '@porchlight/contracts';
import { listDownloadFiles, type Download } from '@porchlight/openapi';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A packed SDK or command line with its content. */
export interface DownloadFile extends Download {
  readonly content: Buffer;
}

/**
 * Reads the packages of this version. They are about two MB and stay in memory: no path of a request ever reaches the
 * file system.
 */
export const readDownloads = (folder: string): readonly DownloadFile[] =>
  listDownloadFiles(VERSION).map(({ kind, file }) => {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`There is no ${file} in ${folder} (DOWNLOADS_FOLDER).`);
    const content = readFileSync(path);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { kind, file, bytes: content.length, sha256, content };
  });
