import { describeFile, hashProject, hashTree, type SourceTree } from './source-tree';

const FILES: Record<string, string> = {
  'libs/errors/src/index.ts': 'export const errors = 1;',
  'libs/store/src/index.ts': "import { errors } from '@porchlight/errors';",
  'services/people/src/main.ts': "import { openStore } from '@porchlight/store';",
  'services/deals/src/main.ts': 'export const deals = 1;',
  'services/deals/README.md': 'Uses services/people.',
  'tools/test/lint.spec.ts': "readdirSync('services');",
  'samples/leads/one.json': '{}',
};
const createTree = (changes: Record<string, string> = {}): SourceTree =>
  new Map(
    Object.entries({ ...FILES, ...changes }).map(([path, text]) => [path, describeFile(path, Buffer.from(text))]),
  );
const isChanged = (project: string, changes: Record<string, string>): boolean =>
  hashProject(createTree(), project) !== hashProject(createTree(changes), project);

describe('the hash of a project', () => {
  it.each([
    ['a file of its own', 'services/people', 'services/people/src/main.ts'],
    ['a new file of its own', 'services/people', 'services/people/src/new.ts'],
    ['a library that it imports', 'services/people', 'libs/store/src/index.ts'],
    ['a library that its library imports', 'services/people', 'libs/errors/src/index.ts'],
    ['a file outside the projects', 'services/people', 'samples/leads/one.json'],
    ['any file, if the project lists the projects', 'tools', 'services/deals/src/main.ts'],
  ])('changes with %s', (_, project, path) => {
    expect(isChanged(project, { [path]: 'changed' })).toBe(true);
  });

  it.each([
    ['another service', 'services/people', 'services/deals/src/main.ts'],
    ['a project that only its README names', 'services/deals', 'services/people/src/main.ts'],
    ['a project that uses it', 'libs/errors', 'libs/store/src/index.ts'],
  ])('does not change with %s', (_, project, path) => {
    expect(isChanged(project, { [path]: 'changed' })).toBe(false);
  });

  it('Given code that names a path in another project, Then it changes with that project', () => {
    const reading = { 'services/deals/test/copies.spec.ts': "readFile('../services/people/src/main.ts')" };
    const before = hashProject(createTree(reading), 'services/deals');
    const after = hashProject(createTree({ ...reading, 'services/people/src/main.ts': 'x' }), 'services/deals');
    expect(after).not.toBe(before);
  });
});

it('the hash of the tree changes with every file, also when a file is renamed', () => {
  const before = hashTree(createTree());
  for (const path of Object.keys(FILES)) expect(hashTree(createTree({ [path]: 'changed' }))).not.toBe(before);
  const renamed = new Map([...createTree()].map(([path, file]) => [path.replace('one.json', 'two.json'), file]));
  expect(hashTree(renamed)).not.toBe(before);
});
