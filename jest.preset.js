/** Shared by every project's jest.config.js: swc compiles, and packages are loaded once per process (ADR 34). */
module.exports = {
  testEnvironment: require.resolve('./libs/testkit/jest/environment.js'),
  runtime: require.resolve('./libs/testkit/jest/runtime.js'),
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  testTimeout: 30000,
};
