const { join } = require('node:path');
const TEXT_MACROS = require('./build/text-macros.json');
const preset = require('../../jest.preset.js');

/** Published as ECMAScript modules only. */
const COMPILED = [
  '@tabler/icons-react',
  '@remix-run/route-pattern',
  'cookie-es',
  'react-router',
  '@lingui/[a-z-]+',
  '@messageformat/date-skeleton',
];

/** What Vite puts in place of these expressions, which are no syntax of CommonJS modules. */
const VALUES_OF_VITE = { 'import.meta.hot': 'undefined', 'import.meta.env.BASE_URL': '"/console/"' };

module.exports = {
  ...preset,
  displayName: 'console',
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/browser-environment.cjs',
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/test/clean-up.ts'],
  moduleFileExtensions: [...preset.moduleFileExtensions, 'tsx', 'mjs'],
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.ts' },
  transform: {
    '^.+\\.(?:tsx?|[cm]?js)$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' }, optimizer: { globals: { vars: VALUES_OF_VITE } } },
          target: 'es2023',
          experimental: {
            plugins: [['@lingui/swc-plugin', TEXT_MACROS]],
            cacheRoot: join(__dirname, '../../.cache/swc'),
          },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${COMPILED.join('|')})/)`],
};
