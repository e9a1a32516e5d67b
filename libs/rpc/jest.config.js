module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'rpc', rootDir: __dirname };
