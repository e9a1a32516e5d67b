module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'contracts', rootDir: __dirname };
