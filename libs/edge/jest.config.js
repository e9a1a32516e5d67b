module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'edge', rootDir: __dirname };
