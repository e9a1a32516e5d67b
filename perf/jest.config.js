module.exports = { ...require('../jest.preset.js'), displayName: 'perf', rootDir: __dirname };
