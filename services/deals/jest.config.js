module.exports = { ...require('../../jest.preset.js'), displayName: 'deals', rootDir: __dirname };
