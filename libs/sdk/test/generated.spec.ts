import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

it('what is generated is what docs/openapi.json says', () => {
  expect(
    execFileSync(process.execPath, [join(__dirname, '..', 'generate.mjs'), '--check'], {
      encoding: 'utf8',
      timeout: 60_000,
    }),
  ).toBe('');
}, 90_000);
