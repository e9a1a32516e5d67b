module.exports = { ...require('../../jest.preset.js'), displayName: 'contact', rootDir: __dirname };
