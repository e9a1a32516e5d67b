module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'sdk', rootDir: __dirname };
