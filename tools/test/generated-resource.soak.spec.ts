import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { BIN, copyTree, runIn } from './copied-tree';
import { scratchFolder } from './scratch-folder';

const TIMEOUT_MS = 10 * 60_000;

const copy = join(scratchFolder(), 'porchlight');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: copy, encoding: 'utf8' });

it(
  'given a generated resource, when the stack runs, then the tests of every resource pass for it too',
  async () => {
    copyTree(copy);
    git('init', '-q');
    git('add', '-A');
    await runIn(copy, join(BIN, 'nx'), ['g', '@porchlight/tools:resource', 'open-house', '--service', 'people'], TIMEOUT_MS);

    const written = git('ls-files', '--others', '--exclude-standard').trim().split('\n');
    expect(written.filter((file) => !file.includes('/generated'))).toEqual([
      'libs/contracts/src/people/open-houses.resource.ts',
      'proto/porchlight/people/v1/open_house_service.proto',
      'services/people/test/open-houses.spec.ts',
    ]);
    const edited = git('diff', '--name-only').trim().split('\n');
    expect(edited.filter((file) => !/\/generated/.test(file))).toEqual([]);

    await runIn(copy, process.execPath, ['tools/bootstrap.mjs', 'docs'], TIMEOUT_MS);
    // The matrix of roles and records, entity tags, and a webhook for each declared event.
    const files = 'access-matrix|entity-tags|event-names';
    const suite = ['tools/bootstrap.mjs', 'e2e', 'acceptance', '--files', files];
    const output = await runIn(copy, process.execPath, suite, TIMEOUT_MS);
    expect(output).toMatch(/\n\d+ passed, 0 failed\s*$/);
  },
  2 * TIMEOUT_MS,
);
