const { reporters, testTimeout } = require('../../jest.preset.js');

/** A project as one of several; jest reads these two options only from the file that it starts with. */
const readProject = (name) => {
  const { reporters: _, testTimeout: __, ...project } = require(`../${name}/jest.config.js`);
  return project;
};

/** All tests that need a running stack, in one run of jest. */
module.exports = { reporters, testTimeout, projects: ['acceptance', 'system-test'].map(readProject) };
