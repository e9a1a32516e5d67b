module.exports = { ...require('../jest.preset.js'), displayName: 'lab', rootDir: __dirname };
