import nx from '@nx/eslint-plugin';
import lingui from 'eslint-plugin-lingui';
import tseslint from 'typescript-eslint';
import { documents, prose } from './tools/lint/plain-words.mjs';

const SPECS = [
  '**/*.spec.ts',
  '**/test/**/*.ts',
  '**/conformance/**/*.ts',
  'libs/testkit/**/*.ts',
  'libs/runtime/src/testing/**/*.ts',
  'services/{acceptance,system-test}/**/*.ts',
];

/** Allowed dependencies between projects (docs/architecture.md), by the tags in each package.json. */
const BOUNDARIES = [
  { sourceTag: 'type:pure', onlyDependOnLibsWithTags: ['type:pure'] },
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:pure', 'type:contract'] },
  { sourceTag: 'type:kit', onlyDependOnLibsWithTags: ['type:pure', 'type:contract', 'type:kit'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:pure', 'type:contract', 'type:kit'] },
  { sourceTag: 'scope:gateway', onlyDependOnLibsWithTags: ['type:pure', 'type:contract', 'kit:edge', 'kit:objects'] },
  { sourceTag: 'type:test', onlyDependOnLibsWithTags: ['type:pure', 'type:contract', 'type:kit', 'type:test'] },
  // Black box: the test kit, the SDK and the running stack.
  { sourceTag: 'type:acceptance', onlyDependOnLibsWithTags: ['type:test', 'type:sdk'] },
  {
    sourceTag: 'type:system-test',
    onlyDependOnLibsWithTags: ['type:test', 'type:acceptance', 'type:contract', 'type:pure'],
  },
  { sourceTag: 'type:sdk-python', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:console', onlyDependOnLibsWithTags: ['type:sdk'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:pure', 'type:contract', 'type:kit', 'type:test'] },
  // Proves promises through the launcher and the clients of tools; tools never import it.
  {
    sourceTag: 'type:lab',
    onlyDependOnLibsWithTags: ['type:pure', 'type:contract', 'type:kit', 'type:test', 'type:tool'],
  },
];
/** Specs may use the test kit as well, and the gateway's specs any kit. */
const BOUNDARIES_OF_SPECS = BOUNDARIES.filter(({ sourceTag }) => sourceTag !== 'scope:gateway').map((one) =>
  ['type:acceptance', 'type:system-test'].includes(one.sourceTag)
    ? one
    : { ...one, onlyDependOnLibsWithTags: [...one.onlyDependOnLibsWithTags, 'type:test', 'type:kit'] },
);

const boundaries = (depConstraints) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: [],
    depConstraints,
  },
];

/** Packages that only one folder may import. */
const OWNED = {
  kafkajs: 'Only libs/bus speaks to Kafka.',
  mongoose: 'Only libs/store speaks to MongoDB.',
  mongodb: 'Only libs/store speaks to MongoDB.',
  '@grpc/grpc-js': 'Only libs/rpc speaks gRPC.',
  express: 'Only libs/edge and the gateway speak HTTP with express.',
  '@aws-sdk': 'Only libs/objects speaks the S3 protocol.',
  '@opentelemetry': 'Only libs/runtime uses OpenTelemetry; all others take a Tracing.',
  '@porchlight/edge': 'Only the gateway turns descriptors into routes.',
  '@porchlight/testkit': 'The test kit is for specs, acceptance tests and tools.',
};

/** Forbids all owned packages but the allowed ones. */
const imports = (allowed, patterns = []) => [
  'error',
  {
    paths: Object.entries(OWNED)
      .filter(([name]) => !allowed.includes(name))
      .map(([name, message]) => ({ name, message })),
    patterns: [
      ...Object.entries(OWNED)
        .filter(([name]) => !allowed.includes(name) && !name.startsWith('@porchlight/'))
        .map(([name, message]) => ({ group: [`${name}/*`], message })),
      ...patterns,
    ],
  },
];
const DATABASE = ['mongoose', 'mongodb'];
/** Acceptance tests must not import owned packages, nor the parts of the test kit that start backends. */
const acceptanceImports = () => {
  const [level, { paths, patterns }] = imports(['@porchlight/testkit']);
  const message = 'Acceptance tests use the API only; a test that needs this belongs to services/system-test.';
  const backends = ['startDatabase', 'startKafka', 'fetchDatabase', 'fetchKafka'];
  return [
    level,
    {
      paths: [...paths, { name: '@porchlight/testkit', importNames: backends, message }],
      patterns: [
        ...patterns,
        { group: ['@porchlight/testkit/src/{start-database,kafka,fetch-database,fetch-kafka}'], message },
        { group: ['**/libs/**', '**/services/*/src/**', '**/tools/src/**', '**/lab/src/**'], message },
      ],
    },
  ];
};
const allow = (files, allowed) => ({ files, rules: { 'no-restricted-imports': imports(allowed) } });

const NO_DATE = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Take a Clock.',
};
/** Strings of the console that no user reads as text, or that are values of the API. */
const NOT_TEXT = {
  ignore: [
    '^(?![A-Z])\\S+$', // single words in lower case: names of fields, values
    '^[A-Z0-9_-]+$',
    '^[A-Z][a-z]+[A-Z][A-Za-z]*$', // PascalCase: values of the API
    'T\\d\\d:\\d\\d|^T:00$', // times
    '^(Porchlight|Android|Chrome|Edge|Firefox|Opera|Safari|Windows|Linux)$',
    '^(Owner|Broker|Agent|Lender|Active|Archived|(Property |General )?Inquiry|postal code)$', // values of the API
    '^(Space|Escape|Enter|Esc)$', // keys
    '^(Content-Type|User-Agent|Webhook-[A-Z][a-z]+): ?', // headers
    '^<a href=|^\\(max-width|\\[contenteditable\\]',
  ],
  ignoreNames: [
    { regex: { pattern: 'className', flags: 'i' } },
    ...['to', 'href', 'path', 'value', 'src', 'style', 'status', 'other', 'origin', 'kinds', 'fontFamily'],
    ...['accept', 'allow', 'maw', 'miw', 'd', 'points', 'transform', 'viewBox'],
    ...['SAMPLE', 'CONSOLE_SYSTEM'],
  ],
  ignoreFunctions: [
    ...['*.includes', '*.startsWith', '*.endsWith', '*.addEventListener', '*.get', '*.has', '*.getItem'],
    ...['*.querySelector', '*.querySelectorAll', '*.closest', 'useEntries', 'Error', 'TypeError', 'Intl.*'],
  ],
};
/** Texts that `no-unlocalized-strings` takes for single words. */
const BARE_TEXTS = [
  {
    selector: 'JSXText[value=/\\p{L}/u]:not(JSXElement[openingElement.name.name="Trans"] JSXText)',
    message: 'Wrap the text with <Trans>.',
  },
  {
    selector:
      'TemplateLiteral:not(TaggedTemplateExpression > TemplateLiteral) > TemplateElement[value.cooked=/^[ ,] ?[a-z]{2,}([ .,]|$)|[a-z]{2,} $/]',
    message: 'Mark the text with t, so that it is in the catalogue.',
  },
  {
    selector:
      'JSXAttribute[name.name=/^(about|aria-label|caption|description|done|empty|label|noun|placeholder|title|verb|what)$/] > Literal[value=/\\p{L}/u], Property[key.name=/^(noun|title|words)$/] > Literal[value=/\\p{L}/u]',
    message: 'Mark the text with t, so that it is in the catalogue.',
  },
];
/** Parts that a template or `+` joins to a sentence: other languages have another order. */
const JOINED_TEXTS = [
  {
    selector:
      'TemplateLiteral TaggedTemplateExpression[tag.name="t"], BinaryExpression[operator="+"] > TaggedTemplateExpression[tag.name="t"]',
    message: 'Write one message for each whole sentence, with its values as placeholders.',
  },
];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      'coverage/**',
      '.nx/**',
      '.local/**',
      '.cache/**',
      'libs/contracts/src/generated/**',
      'libs/contracts/src/generated-descriptors.ts',
      'libs/sdk/src/generated/**',
      '**/.*.cjs',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommended],
    plugins: { '@nx': nx },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(BOUNDARIES),
      'no-restricted-imports': imports([]),
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/no-empty-function': 'off',
      eqeqeq: 'error',
      'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
      // Prettier breaks code; it leaves comments alone. Commands to copy stay on one line.
      'max-len': ['error', { code: 1_000, comments: 120, ignoreUrls: true, ignorePattern: '^ \\*   ' }],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    // The word list itself.
    ignores: ['**/generated/**', 'tools/lint/plain-words.mjs'],
    plugins: { prose },
    rules: { 'prose/plain-words': 'error' },
  },
  documents,
  // Only libs/runtime reads the environment, the clock and random values; it passes them to all others.
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.{ts,tsx}'],
    // The SDK runs in other programs, without this code.
    ignores: ['libs/runtime/**', 'libs/sdk/**', ...SPECS],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only libs/runtime reads the environment.' },
        { object: 'Date', property: 'now', message: 'Take a Clock.' },
        { object: 'Math', property: 'random', message: 'Take Ids.' },
      ],
      'no-restricted-syntax': ['error', NO_DATE],
    },
  },
  // Features import each other only through their index.ts.
  {
    files: ['services/{auth,deals,marketing,notifier,people}/src/*/**/*.ts'],
    rules: {
      'no-restricted-imports': imports(
        [],
        [{ group: ['../*/*'], message: "Import the feature's index.ts: a feature hides its other files." }],
      ),
    },
  },
  // The web pages use only the public API.
  {
    files: ['services/console/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': imports(
        [],
        [{ group: ['@porchlight/*', '!@porchlight/sdk'], message: 'The console uses the public API only.' }],
      ),
    },
  },
  // Every text of the web pages is in their catalogue.
  {
    files: ['services/console/src/**/*.{ts,tsx}'],
    // Values of the API and leads that the console creates are data.
    ignores: [...SPECS, '**/*.spec.tsx', '**/generated-names.ts', '**/sample-leads.ts'],
    plugins: { lingui },
    rules: {
      'lingui/no-unlocalized-strings': ['error', NOT_TEXT],
      'lingui/no-single-tag-to-translate': 'error',
      'no-restricted-syntax': ['error', NO_DATE, ...BARE_TEXTS, ...JOINED_TEXTS],
    },
  },
  allow(['libs/bus/**/*.ts'], ['kafkajs']),
  allow(
    [
      'libs/store/**/*.ts',
      'tools/src/launcher/database-server.ts',
      'tools/src/operator/{every-database,database-dump,erasures-file,migrations-command}.ts',
    ],
    DATABASE,
  ),
  allow(['libs/rpc/**/*.ts'], ['@grpc/grpc-js']),
  allow(['libs/objects/**/*.ts'], ['@aws-sdk']),
  allow(['libs/runtime/**/*.ts'], ['@opentelemetry']),
  allow(['libs/edge/**/*.ts', 'services/gateway/src/**/*.ts'], ['express', '@porchlight/edge']),
  allow(['tools/src/{e2e,receiver,send}/**/*.ts', 'lab/src/chaos/**/*.ts'], ['@porchlight/testkit']),
  // The ledger looks into the outboxes of all services.
  allow(['lab/src/chaos/queues.ts', 'lab/src/chaos/database-proxy.ts'], DATABASE),
  allow(['lab/src/bench/**/*.ts'], [...DATABASE, 'express', '@porchlight/testkit']),
  {
    files: SPECS,
    rules: {
      '@nx/enforce-module-boundaries': boundaries(BOUNDARIES_OF_SPECS),
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': 'off',
    },
  },
  // One table of all limits.
  { files: ['libs/limits/src/limits.ts'], rules: { 'max-lines': 'off' } },
  // Tools read JSON of answers and options of the command line as they come.
  { files: ['{tools,lab}/**/*.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  // Acceptance tests talk HTTP to a running stack. Tests that need a database or product code are system tests.
  {
    files: ['services/acceptance/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries(BOUNDARIES),
      'no-restricted-imports': acceptanceImports(),
    },
  },
  { files: ['services/system-test/**/*.ts'], rules: { '@nx/enforce-module-boundaries': boundaries(BOUNDARIES) } },
);
