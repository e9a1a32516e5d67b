import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files';
import { limitScriptSizes } from './build/limit-script-sizes';
import { pseudoLocaleModule } from './build/pseudo-locale-module';
import { textMacros } from './build/text-macros';

export default defineConfig({
  base: '/console/',
  plugins: [
    // English stays in the code: a page loads only its own texts.
    textMacros(),
    react(),
    pseudoLocaleModule(),
    limitScriptSizes({ firstLoad: 250, chunk: 60 }),
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
    rolldownOptions: {
      output: {
        // Libraries change less often than the pages: browsers have them after an update of the console.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/react-router\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/session'].map((path) => [path, { target: 'https://localhost:8443', secure: false }]),
    ),
  },
});
