const preset = require('../jest.preset.js');
module.exports = {
  ...preset,
  displayName: 'perf',
  rootDir: __dirname,
  // faker is an ES module.
  transformIgnorePatterns: preset.transformIgnorePatterns.map((pattern) => pattern.replace('(?!(', '(?!(@faker-js|')),
};
