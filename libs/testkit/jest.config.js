module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'testkit', rootDir: __dirname };
