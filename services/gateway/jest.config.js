module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'gateway', rootDir: __dirname };
