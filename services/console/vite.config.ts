import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files';
import { limitFirstLoad } from './build/limit-first-load';

/** Most compressed script that the first page may take, in kB of 1,000 bytes. */
const FIRST_LOAD_KB = 250;

export default defineConfig({
  base: '/console/',
  plugins: [react(), limitFirstLoad(FIRST_LOAD_KB), compressFiles()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy forbids what stands in the page itself; every browser of the target preloads modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/session'].map((path) => [path, { target: 'https://localhost:8443', secure: false }]),
    ),
  },
});
