const { readdirSync, existsSync } = require('node:fs');
const folders = ['libs', 'services'].flatMap((f) => readdirSync(f).map((n) => `${f}/${n}`)).concat('tools', 'lab');
// Both count only here when several projects run together.
module.exports = {
  testTimeout: 30000,
  testSequencer: require.resolve('./libs/testkit/jest/sequencer.js'),
  projects: folders.filter((f) => existsSync(`${f}/jest.config.js`)).map((f) => `<rootDir>/${f}`),
};
