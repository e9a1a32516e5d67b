import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry, parseExternalServices } from '@porchlight/contracts';
import { renderOpenApi } from '../src/docs/api-description';
import { projectRoot } from '../src/launcher/project-root';
import { runIn } from './copied-tree';

const DECLARATION = 'samples/service-in-python/open-houses.json';
const TIMEOUT_MS = 15 * 60_000;

it(
  'given a service in Python, when it is registered by its declaration, then the tests of every resource pass for it too',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'porchlight-external-'));
    const { services } = parseExternalServices(readFileSync(join(projectRoot(), DECLARATION), 'utf8'));
    const { resources } = createRegistry(services.flatMap((one) => one.resources));
    const description = join(folder, 'openapi.json');
    writeFileSync(description, renderOpenApi(resources));
    // The matrix of roles and records, entity tags, lists, and a webhook for each declared event.
    const files = 'access-matrix|entity-tags|list-conventions|event-names';
    const suite = ['tools/bootstrap.mjs', 'e2e', 'acceptance', '--files', files];
    process.env['PORCHLIGHT_EXTERNAL'] = DECLARATION;
    process.env['PORCHLIGHT_DESCRIPTION'] = description;
    try {
      const output = await runIn(projectRoot(), process.execPath, suite, TIMEOUT_MS);
      expect(output).toMatch(/\n\s*\d+ passed, 0 failed\s*$/);
    } finally {
      delete process.env['PORCHLIGHT_EXTERNAL'];
      delete process.env['PORCHLIGHT_DESCRIPTION'];
      rmSync(folder, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);
