module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'limits', rootDir: __dirname };
