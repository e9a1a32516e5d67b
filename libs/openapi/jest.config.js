module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'openapi', rootDir: __dirname };
