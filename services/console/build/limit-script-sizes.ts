import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Maximum sizes of scripts, kB (1,000 bytes). */
interface Limits {
  /** The scripts of the first page with gzip: the entry and its static imports. */
  readonly firstLoad: number;
  /** A chunk with Brotli, as browsers get it. */
  readonly chunk: number;
}

const toKb = (compressed: Uint8Array): number => compressed.length / 1_000;

/** Fails the build if the scripts are larger than their limits. */
export const limitScriptSizes = (limits: Limits): Plugin => ({
  name: 'porchlight-limit-script-sizes',
  apply: 'build',
  generateBundle(_options, bundle) {
    const sizes = new Map<string, number>();
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') sizes.set(file.fileName, toKb(gzipSync(file.code)));
    const check = (what: string, kb: number, limit: number): void => {
      if (kb > limit) this.error(`${what}: ${kb.toFixed(1)} kB of compressed script; the limit is ${limit} kB.`);
    };
    const first = new Set<string>();
    const collect = (name: string): void => {
      const file = bundle[name];
      if (first.has(name) || file?.type !== 'chunk') return;
      first.add(name);
      file.imports.forEach(collect);
    };
    for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) collect(file.fileName);
    const firstLoad = [...first].reduce((kb, name) => kb + (sizes.get(name) ?? 0), 0);
    check('The first load', firstLoad, limits.firstLoad);
    // Compressing all with Brotli takes seconds: gzip is larger.
    const [[largest = '', gzipped = 0] = []] = [...sizes].sort(([, one], [, other]) => other - one);
    for (const [name, kb] of sizes) {
      const file = bundle[name];
      if (kb > limits.chunk && file?.type === 'chunk') check(name, toKb(brotliCompressSync(file.code)), limits.chunk);
    }
    this.info(
      `compressed script: first load ${firstLoad.toFixed(1)} kB (limit ${limits.firstLoad} kB), ` +
        `largest chunk ${largest} ${gzipped.toFixed(1)} kB (limit with Brotli ${limits.chunk} kB)`,
    );
  },
});
