module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'text', rootDir: __dirname };
