module.exports = { ...require('../tools/jest.preset.js'), displayName: 'lab', rootDir: __dirname };
