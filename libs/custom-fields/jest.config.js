module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'custom-fields', rootDir: __dirname };
