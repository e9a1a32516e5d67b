const preset = require('../../jest.preset.js');

/** What sanitises notes reads HTML with packages that are ESM only. */
const ESM = 'jose|mingo|htmlparser2|domhandler|domutils|dom-serializer|domelementtype|entities';

module.exports = {
  ...preset,
  displayName: 'people',
  rootDir: __dirname,
  transformIgnorePatterns: [`/node_modules/(?!(${ESM})/)`],
};
