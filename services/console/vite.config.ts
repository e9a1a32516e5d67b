import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files';
import { limitFirstLoad } from './build/limit-first-load';
import { pseudoLocaleModule } from './build/pseudo-locale-module';
import { textMacros } from './build/text-macros';

/** Maximum size of the compressed scripts of the first page, kB (1,000 bytes). */
const FIRST_LOAD_KB = 250;

export default defineConfig({
  base: '/console/',
  plugins: [
    // English stays in the code: a page loads only its own texts.
    textMacros(),
    react(),
    pseudoLocaleModule(),
    limitFirstLoad(FIRST_LOAD_KB),
    compressFiles(),
  ],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    // The polyfill would be an inline script, which the content security policy forbids. All targets preload modules.
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
