module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'mail', rootDir: __dirname };
