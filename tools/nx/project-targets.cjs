const { dirname } = require('node:path');

/** Gives every project of the workspace its `lint`, and those that are bundled their `build`, so that no project repeats them. */
const createNodes = [
  '{libs/*,services/*,tools}/package.json',
  (files) => files.map((file) => [file, { projects: { [dirname(file)]: { targets: targetsOf(dirname(file)) } } }]),
];

function targetsOf(folder) {
  const lint = {
    executor: 'nx:run-commands',
    options: { command: `eslint --no-error-on-unmatched-pattern ${folder}` },
    cache: true,
  };
  if (folder.startsWith('libs/')) return { lint };
  // One bundler run makes all: it takes half a second, so that there is nothing to split.
  return { lint, build: { executor: 'nx:run-commands', options: { command: 'node tools/bootstrap.mjs build' }, cache: false, dependsOn: [] } };
}

module.exports = { name: 'porchlight-targets', createNodes, createNodesV2: createNodes };
