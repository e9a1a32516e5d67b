import { join } from 'node:path';
import { transform } from '@swc/core';
import type { Plugin } from 'vite';
import options from './text-macros.json' with { type: 'json' };

/**
 * Replaces Lingui's macros with the options that jest.config.js has too, and leaves types and JSX to the next plugin.
 * Not the native transform of Lingui's own plugin: npm leaves its programs out where the Node that runs it is older
 * than 22.19.
 */
export const textMacros = (): Plugin => ({
  name: 'porchlight-text-macros',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
    handler: (code, id) =>
      transform(code, {
        configFile: false,
        swcrc: false,
        filename: id,
        sourceMaps: true,
        jsc: {
          parser: { syntax: 'typescript', tsx: id.endsWith('x') },
          target: 'esnext',
          transform: { react: { runtime: 'preserve' } },
          experimental: {
            cacheRoot: join(import.meta.dirname, '../../../.cache/swc'),
            plugins: [['@lingui/swc-plugin', options]],
          },
        },
      }),
  },
});
