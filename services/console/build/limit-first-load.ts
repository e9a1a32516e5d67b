import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fails the build if the scripts of the first page (the entry and its static imports) exceed the limit with gzip. */
export const limitFirstLoad = (limitKb: number): Plugin => ({
  name: 'porchlight-limit-first-load',
  apply: 'build',
  generateBundle(_options, bundle) {
    const counted = new Set<string>();
    let bytes = 0;
    const count = (name: string): void => {
      const file = bundle[name];
      if (counted.has(name) || file?.type !== 'chunk') return;
      counted.add(name);
      bytes += gzipSync(file.code).length;
      file.imports.forEach(count);
    };
    for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) count(file.fileName);
    const kb = bytes / 1_000;
    if (kb > limitKb)
      this.error(`The first load is ${kb.toFixed(0)} kB of compressed script; the limit is ${limitKb} kB.`);
    this.info(`first load: ${kb.toFixed(1)} kB of compressed script (limit ${limitKb} kB)`);
  },
});
