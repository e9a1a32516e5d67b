module.exports = { ...require('../../jest.preset.js'), displayName: 'objects', rootDir: __dirname };
