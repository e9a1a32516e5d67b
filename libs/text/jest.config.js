module.exports = { ...require('../../jest.preset.js'), displayName: 'text', rootDir: __dirname };
