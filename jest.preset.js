/** Shared by every project's jest.config.js: swc compiles, packages that are ESM only (jose, mingo, the HTML parser of sanitize-html) are compiled too, and so is the one that loads http by import(). */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  transform: {
    '^.+\\.(t|j|mj|cj)s$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(jose|mingo|htmlparser2|domhandler|domutils|dom-serializer|entities|domelementtype|@opentelemetry/otlp-exporter-base)/)',
  ],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  testTimeout: 30000,
};
