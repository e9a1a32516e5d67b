import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listFiles } from './inputs.mjs';

/** The time of every entry, as npm has it: the same sources are then the same bytes. */
const ENTRY_TIME = new Date('1985-10-26T08:15:00.000Z');
const PACKAGE = 'porchlight';

/**
 * Writes the wheel of a pure Python package without Python (the formats: packaging.python.org, "Binary distribution format" and
 * "Core metadata"). `folder` is what build-sdk-python.mjs writes; `file` is named by nameWheel.
 */
export async function writeWheel(folder, file) {
  const project = readFileSync(join(folder, 'pyproject.toml'), 'utf8');
  const info = `${PACKAGE}-${readField(project, 'version')}.dist-info`;
  const toName = (path) => relative(folder, path).split(sep).join('/');
  const entries = [
    ...listFiles(join(folder, PACKAGE)).map((path) => [toName(path), readFileSync(path)]),
    [`${info}/licenses/LICENSE`, readFileSync(join(folder, 'LICENSE'))],
    [
      `${info}/WHEEL`,
      Buffer.from('Wheel-Version: 1.0\nGenerator: porchlight\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    ],
    [`${info}/METADATA`, Buffer.from(formatMetadata(project, readFileSync(join(folder, 'README.md'), 'utf8')))],
  ];
  const record = entries.map(([name, content]) => `${name},sha256=${hash(content)},${content.length}\n`).join('');
  // A fresh clone has no packages when it loads this module.
  const { default: archiver } = await import('archiver');
  const zip = archiver('zip', { zlib: { level: 9 } });
  const written = pipeline(zip, createWriteStream(file));
  for (const [name, content] of [...entries, [`${info}/RECORD`, Buffer.from(`${record}${info}/RECORD,,\n`)]])
    zip.append(content, { name, date: ENTRY_TIME, mode: 0o644 });
  await Promise.all([zip.finalize(), written]);
}

/** The name of the wheel of a version; pip reads the version and the platforms from it. */
export const nameWheel = (version) => `${PACKAGE}-${version}-py3-none-any.whl`;

const hash = (content) => createHash('sha256').update(content).digest('base64url');

/** The text of a field of pyproject.toml. */
function readField(project, name) {
  const [, value] = new RegExp(`^${name} = (?:\\{ text = )?"([^"]*)"`, 'm').exec(project) ?? [];
  if (value === undefined) throw new Error(`pyproject.toml of the Python SDK has no ${name}.`);
  return value;
}

/** The texts of a list of pyproject.toml. */
function readList(project, name) {
  const [, items = ''] = new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm').exec(project) ?? [];
  return [...items.matchAll(/"([^"]*)"/g)].map(([, item]) => item);
}

function formatMetadata(project, readme) {
  const fields = [
    ['Metadata-Version', '2.1'],
    ['Name', readField(project, 'name')],
    ['Version', readField(project, 'version')],
    ['Summary', readField(project, 'description')],
    ['License', readField(project, 'license')],
    ['Requires-Python', readField(project, 'requires-python')],
    ...readList(project, 'dependencies').map((one) => ['Requires-Dist', one]),
    ...readList(project, 'classifiers').map((one) => ['Classifier', one]),
    ['Description-Content-Type', 'text/markdown'],
  ];
  return `${fields.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${readme}`;
}
