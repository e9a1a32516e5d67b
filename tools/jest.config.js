const preset = require('../jest.preset.js');
module.exports = {
  ...preset,
  displayName: 'tools',
  rootDir: __dirname,
  // The maker of names is an ES module, too.
  transformIgnorePatterns: preset.transformIgnorePatterns.map((pattern) => pattern.replace('(?!(', '(?!(@faker-js|')),
};
