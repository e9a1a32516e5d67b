module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'runtime', rootDir: __dirname };
