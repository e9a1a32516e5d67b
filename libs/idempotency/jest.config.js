module.exports = { ...require('../../jest.preset.js'), displayName: 'idempotency', rootDir: __dirname };
