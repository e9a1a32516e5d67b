module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'contact', rootDir: __dirname };
