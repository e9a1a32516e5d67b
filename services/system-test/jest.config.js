module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'system-test',
  rootDir: __dirname,
  globalTeardown: '<rootDir>/../acceptance/src/after-suite.ts',
};
