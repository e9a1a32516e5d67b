import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '@porchlight/contracts';
import { parse } from 'yaml';
import { renderOpenApi } from './api-description';

const ROOT = join(__dirname, '..', '..', '..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

describe('the version', () => {
  it('is that of the root package.json and of its lock file', () => {
    expect(JSON.parse(read('package.json')).version).toBe(VERSION);
    expect(JSON.parse(read('package-lock.json')).version).toBe(VERSION);
  });

  it('is that of every package of the repository', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> };
    const folders = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'));
    expect(folders.length).toBeGreaterThan(20);
    for (const folder of folders)
      expect([folder, packages[folder]?.version, JSON.parse(read(folder, 'package.json')).version]).toEqual([
        folder,
        VERSION,
        VERSION,
      ]);
  });

  it('is the newest of the change log', () => {
    expect(/^## (\S+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(VERSION);
  });

  it('is that of the chart and of its images', () => {
    expect(parse(read('deploy', 'helm', 'porchlight', 'Chart.yaml'))).toMatchObject({
      version: VERSION,
      appVersion: VERSION,
    });
  });

  it('is that of the OpenAPI document', () => {
    expect(JSON.parse(renderOpenApi()).info.version).toBe(VERSION);
  });
});
