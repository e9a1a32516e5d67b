module.exports = { ...require('../../jest.preset.js'), displayName: 'marketing', rootDir: __dirname };
