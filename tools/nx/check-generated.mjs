import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Fails if `npm run generate` would change the generated code.
const GENERATED = join('libs', 'contracts', 'src', 'generated');
const scratch = mkdtempSync(join(tmpdir(), 'porchlight-generated-'));
const read = (folder) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );
try {
  execFileSync('buf', ['generate', 'proto', '--template', 'proto/buf.gen.yaml', '--output', scratch], {
    stdio: 'inherit',
  });
  const [now, committed] = [read(join(scratch, GENERATED)), read(GENERATED)];
  const differing = [...new Set([...now.keys(), ...committed.keys()])].filter(
    (file) => now.get(file) !== committed.get(file),
  );
  for (const file of differing) console.error(`${join(GENERATED, file)} is not current. Fix it with: npm run generate`);
  execFileSync('node', [join('libs', 'contracts', 'write-exports.mjs'), '--check'], { stdio: 'inherit' });
  process.exitCode = differing.length > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
