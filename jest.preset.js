/** Packages that swc compiles too: ECMAScript modules, and one that loads `http` by `import()`. */
const COMPILED = [
  '@borewit/text-codec',
  '@faker-js/faker',
  '@noble/hashes',
  '@opentelemetry/otlp-exporter-base',
  '@tokenizer/inflate',
  'character-entities',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'entities',
  'file-type',
  'htmlparser2',
  'decode-named-character-reference',
  'devlop',
  'jose',
  'micromark[\\w-]*',
  'oauth4webapi',
  'openid-client',
  'strtok3',
  'svix',
  'token-types',
  'uint8array-extras',
];

/** With SOAK_SECONDS only the files `*.soak.spec.ts` run, without it all others. */
const isSoak = process.env.SOAK_SECONDS !== undefined;
const files = isSoak ? '*.soak.spec.ts' : '*.spec.ts';

/** Shared by the jest.config.js of every project. */
module.exports = {
  reporters: ['default', require.resolve('./tools/nx/log-reporter.cjs')],
  testEnvironment: 'node',
  testMatch: [`<rootDir>/src/**/${files}`, `<rootDir>/test/**/${files}`],
  testPathIgnorePatterns: ['/node_modules/', ...(isSoak ? [] : ['\\.soak\\.spec\\.ts$'])],
  transform: {
    '^.+\\.(?:ts|[cm]?js)$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${COMPILED.join('|')})/)`],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json'],
  // A machine four times slower than usual reaches no limit.
  testTimeout: 300_000,
};
