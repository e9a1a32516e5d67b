module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'resource', rootDir: __dirname };
