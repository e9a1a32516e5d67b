module.exports = { ...require('../../jest.preset.js'), displayName: 'backend', rootDir: __dirname };
