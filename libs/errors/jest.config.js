module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'errors', rootDir: __dirname };
