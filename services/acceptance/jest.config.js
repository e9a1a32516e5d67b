module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'acceptance',
  rootDir: __dirname,
  globalTeardown: '<rootDir>/src/after-suite.ts',
};
