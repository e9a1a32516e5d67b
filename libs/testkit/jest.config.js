module.exports = { ...require('../../jest.preset.js'), displayName: 'testkit', rootDir: __dirname };
