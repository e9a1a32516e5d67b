module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'people',
  rootDir: __dirname,
  globalSetup: '<rootDir>/../../libs/testkit/src/global-setup.ts',
  globalTeardown: '<rootDir>/../../libs/testkit/src/global-teardown.ts',
  globals: { servers: ['database'] },
};
