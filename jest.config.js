const { readdirSync, existsSync } = require('node:fs');
const { reporters, testTimeout } = require('./jest.preset.js');

/** A project as one of several; jest reads these two options only from the file that it starts with. */
const readProject = (folder) => {
  const { reporters: _, testTimeout: __, ...project } = require(`./${folder}/jest.config.js`);
  return project;
};
const folders = ['libs', 'services'].flatMap((f) => readdirSync(f).map((n) => `${f}/${n}`)).concat('tools', 'lab');

module.exports = {
  reporters,
  testTimeout,
  projects: folders.filter((folder) => existsSync(`${folder}/jest.config.js`)).map(readProject),
};
