module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'egress', rootDir: __dirname };
