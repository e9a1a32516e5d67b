module.exports = { ...require('../../jest.preset.js'), displayName: 'sdk-python', rootDir: __dirname };
