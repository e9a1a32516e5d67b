const { readdirSync, existsSync } = require('node:fs');
const folders = ['libs', 'services'].flatMap((f) => readdirSync(f).map((n) => `${f}/${n}`)).concat('tools');
module.exports = { projects: folders.filter((f) => existsSync(`${f}/jest.config.js`)).map((f) => `<rootDir>/${f}`) };
