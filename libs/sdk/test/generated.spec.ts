import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

test('the generated files match docs/openapi.json', () => {
  expect(
    execFileSync(process.execPath, [join(__dirname, '..', 'generate.mjs'), '--check'], {
      encoding: 'utf8',
      timeout: 60_000,
    }),
  ).toBe('');
}, 90_000);
