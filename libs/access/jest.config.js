module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'access', rootDir: __dirname };
