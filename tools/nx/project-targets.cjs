const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

/** Projects without a package.json, by a file of theirs. */
const FOLDERS = {
  'deploy/kafka/topics.yaml': 'deploy',
  'docs/asyncapi.json': 'docs',
  'libs/sdk-python/pyproject.toml': 'libs/sdk-python',
  'proto/buf.yaml': 'proto',
  'nx.json': '.',
};

/** What package.json and imports say of other projects. The package for Python is generated from the description. */
const DECLARED = {
  'libs/sdk-python': { tags: ['type:sdk-python'], implicitDependencies: ['@porchlight/openapi'] },
};

/** The targets of every project (tools/README.md), so that no project repeats them. */
const createNodes = [
  `{{libs/*,services/*,tools,lab}/package.json,${Object.keys(FOLDERS).join(',')}}`,
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const folder = FOLDERS[file] ?? dirname(file);
      const has = (path) => existsSync(join(workspaceRoot, folder, path));
      const hasSoak =
        has('package.json') && listTests(join(workspaceRoot, folder)).some((name) => name.endsWith('.soak.spec.ts'));
      const name = FOLDERS[file] && { name: folder === '.' ? 'workspace' : basename(folder) };
      const project = { ...name, ...DECLARED[folder], targets: createTargets(folder, has, hasSoak) };
      return [file, { projects: { [folder]: project } }];
    }),
];

/** Files of the folders in which jest looks for tests (jest.preset.js). */
const listTests = (folder) =>
  ['src', 'test']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true }));

const INPUTS = ['default', '^production'];
const ALL_FILES = ['{workspaceRoot}/**/*'];
/** Files outside of a project and its dependencies that its tests read. */
const FURTHER_INPUTS = {
  'libs/backend': ['{workspaceRoot}/deploy/kafka/**/*'],
  'libs/contracts': ['{workspaceRoot}/{proto,samples}/**/*', '{workspaceRoot}/services/*/test/consumers.spec.ts'],
  'libs/sdk-python': ['{workspaceRoot}/tools/bootstrap/*.mjs'],
  'libs/testkit': ['{workspaceRoot}/{samples,deploy/observability}/**/*'],
  'services/notifier': ['{workspaceRoot}/{samples,deploy/observability}/**/*'],
  'services/people': ['{workspaceRoot}/samples/**/*'],
  tools: ALL_FILES,
};

const task = (command, more = {}) => {
  const how = Array.isArray(command) ? { commands: command, parallel: false } : { command };
  return { executor: 'nx:run-commands', options: how, cache: true, inputs: INPUTS, dependsOn: [], ...more };
};

/** The file into which a target writes its counts; npm test adds them up. */
const resultsOf = (folder, target) => `.cache/results/${basename(folder)}-${target}.json`;
const counted = (folder, target, command, more = {}) => {
  const file = resultsOf(folder, target);
  const all = `unset FORCE_COLOR; mkdir -p .cache/results && rm -f ${file} && ${command.replace('RESULTS', file)}`;
  return task(all, { outputs: [`{workspaceRoot}/${file}`], ...more });
};

/** Programs of tools and lab build what is out of date; two of them must not build at the same time. */
const AFTER_BUILD = [{ projects: ['@porchlight/tools'], target: 'build' }];

/** A target whose result depends on time or chance. It runs alone. */
const uncached = { cache: false, parallelism: false };

function createTargets(folder, has, hasSoak) {
  if (FOLDER_TARGETS[folder]) return FOLDER_TARGETS[folder]();
  const targets = { lint: lint(folder, { isCode: true }) };
  const inputs = [...INPUTS, ...(FURTHER_INPUTS[folder] ?? [])];
  if (has('tsconfig.json'))
    targets.typecheck = task(`tsc -b ${folder}`, {
      dependsOn: ['^typecheck'],
      outputs: ['{projectRoot}/dist'],
    });
  if (has('jest.config.js') && !NEED_A_STACK.includes(folder)) {
    const jest = `jest --config ${folder}/jest.config.js --passWithNoTests --json --outputFile=RESULTS`;
    // The package is generated from the description of the API, which a build writes.
    const more = folder === 'libs/sdk-python' ? { dependsOn: AFTER_BUILD } : {};
    targets.test = counted(folder, 'test', jest, { inputs, ...more });
    if (hasSoak) targets.soak = counted(folder, 'soak', `SOAK_SECONDS=\${SOAK_SECONDS:-60} ${jest}`, uncached);
  }
  if (folder.startsWith('services/') && has('src/main.ts')) {
    targets.build = task(`node tools/nx/bundle-service.mjs ${basename(folder)}`, {
      inputs,
      outputs: [`{workspaceRoot}/dist/${folder}`],
    });
    targets.serve = task('echo "A service needs the others, Kafka and a database: npm start runs them all."', {
      cache: false,
    });
  } else if (folder === 'tools') {
    // The bundles of services, tools and lab and the web pages, where they are out of date.
    targets.build = task('node tools/bootstrap.mjs build', { cache: false });
  } else if (['services/console', 'lab'].includes(folder)) {
    targets.build = { executor: 'nx:noop', dependsOn: AFTER_BUILD };
  }
  return { ...targets, ...FURTHER_TARGETS[folder]?.() };
}

/** Their tests need a running stack. */
const NEED_A_STACK = ['services/acceptance', 'services/system-test'];
/** Further checks of `lint`. The catalogue of the web pages has exactly the texts of the code. */
const FURTHER_CHECKS = {
  'services/console': ['lingui check sync --clean --workers 1 --config services/console/lingui.config.ts'],
};
const lint = (folder, { files = folder, isCode = false } = {}) =>
  task([
    `eslint --no-error-on-unmatched-pattern ${files}`,
    // Promises without await, and import cycles.
    ...(isCode ? [`oxlint ${files}`] : []),
    `prettier --check --log-level warn ${files}`,
    ...(FURTHER_CHECKS[folder] ?? []),
  ]);

/** A suite of acceptance tests on a stack of its own. */
const onStack = (target, suite, more) =>
  counted('services/acceptance', target, `node tools/bootstrap.mjs e2e ${suite} --json RESULTS`, {
    parallelism: false,
    dependsOn: AFTER_BUILD,
    ...more,
  });
const ofLab = (tool, options) =>
  counted('lab', tool, `node tools/bootstrap.mjs ${tool} ${options} --seed 1 --json RESULTS`, {
    ...uncached,
    dependsOn: AFTER_BUILD,
  });

const FURTHER_TARGETS = {
  'services/acceptance': () => ({
    e2e: onStack('e2e', 'acceptance', { inputs: ALL_FILES }),
    soak: onStack('soak', 'soak', uncached),
    sharding: onStack('sharding', 'sharding', uncached),
    restore: onStack('restore', 'restore', uncached),
  }),
  lab: () => ({ chaos: ofLab('chaos', '--minutes 2'), abuse: ofLab('abuse', '--short') }),
};

const FOLDER_TARGETS = {
  '.': () => ({ lint: lint('.', { files: '"*.{js,mjs,json,md,yml,yaml}" samples' }) }),
  deploy: () => ({
    lint: lint('deploy'),
    test: counted('deploy', 'test', 'node tools/bootstrap.mjs chart', { inputs: ALL_FILES, dependsOn: AFTER_BUILD }),
  }),
  docs: () => ({
    lint: lint('docs'),
    test: task('node tools/bootstrap.mjs docs --check', { inputs: ALL_FILES, dependsOn: AFTER_BUILD }),
  }),
  proto: () => ({
    lint: task(
      ['buf lint proto', 'buf breaking proto --against proto/baseline.binpb', 'node tools/nx/check-generated.mjs'],
      {
        inputs: ['{workspaceRoot}/{proto,libs/contracts}/**/*'],
      },
    ),
  }),
};

/** For npm test: which tasks ran, and what they printed or counted. */
function postTasksExecution(_options, { workspaceRoot, taskResults }) {
  const file = process.env.PORCHLIGHT_TASKS;
  if (!file) return;
  const tasks = Object.values(taskResults).map(({ task: { target, projectRoot = '' }, status, terminalOutput }) => {
    const results = join(workspaceRoot, resultsOf(projectRoot, target.target));
    const counts = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : undefined;
    const project = target.project.replace('@porchlight/', '');
    return { id: `${project}:${target.target}`, status, output: terminalOutput ?? '', counts };
  });
  writeFileSync(file, JSON.stringify(tasks));
}

module.exports = { name: 'porchlight-targets', createNodes, createNodesV2: createNodes, postTasksExecution };
