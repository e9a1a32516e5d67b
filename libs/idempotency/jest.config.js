module.exports = { ...require('../../tools/jest.preset.js'), displayName: 'idempotency', rootDir: __dirname };
