module.exports = { ...require('../../jest.preset.js'), displayName: 'people', rootDir: __dirname };
