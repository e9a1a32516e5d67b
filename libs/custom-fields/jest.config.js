module.exports = { ...require('../../jest.preset.js'), displayName: 'custom-fields', rootDir: __dirname };
