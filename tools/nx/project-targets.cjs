const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

/**
 * Gives every project of the workspace its `lint`, `test` and `build` where there is something to do, so that no
 * project repeats them.
 */
const createNodes = [
  '{libs/*,services/*,tools,lab}/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => [
      file,
      {
        projects: {
          [dirname(file)]: { targets: createTargets(dirname(file), (path) => existsSync(join(workspaceRoot, path))) },
        },
      },
    ]),
];

/** What it is made of, and what the projects are made of that it needs; not their tests. */
const INPUTS = ['default', '^production'];
/** Files outside of a project from which it is made; a change of them affects it. */
const FURTHER_INPUTS = { 'libs/contracts': ['{workspaceRoot}/proto/**/*'] };
/** Their tests need a running stack, which `npm test` starts. */
const NEED_A_STACK = ['services/acceptance', 'services/system-test'];

function createTargets(folder, has) {
  const run = (command, more = {}) => ({
    executor: 'nx:run-commands',
    options: { command },
    cache: true,
    inputs: [...INPUTS, ...(FURTHER_INPUTS[folder] ?? [])],
    dependsOn: [],
    ...more,
  });
  const targets = { lint: run(`eslint --no-error-on-unmatched-pattern ${folder}`, { inputs: undefined }) };
  if (has(`${folder}/jest.config.js`) && !NEED_A_STACK.includes(folder))
    targets.test = run(`jest --config ${folder}/jest.config.js`);
  if (folder.startsWith('services/') && has(`${folder}/src/main.ts`)) {
    targets.build = run(`node tools/nx/bundle-service.mjs ${folder.split('/')[1]}`, {
      outputs: [`{workspaceRoot}/dist/${folder}`],
    });
  } else if (['services/console', 'tools', 'lab'].includes(folder)) {
    // Pages and tools lie in one folder with the services' bundles; one run of the bundler makes what is out of date.
    targets.build = run('node tools/bootstrap.mjs build', { cache: false });
  }
  return targets;
}

module.exports = { name: 'porchlight-targets', createNodes, createNodesV2: createNodes };
