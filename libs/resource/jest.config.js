module.exports = { ...require('../../jest.preset.js'), displayName: 'resource', rootDir: __dirname };
