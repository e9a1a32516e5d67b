module.exports = { ...require('../../jest.preset.js'), displayName: 'openapi', rootDir: __dirname };
