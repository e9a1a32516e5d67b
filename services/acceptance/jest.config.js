module.exports = { ...require('../../jest.preset.js'), displayName: 'acceptance', rootDir: __dirname };
