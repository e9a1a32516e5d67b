import { runIn } from './copied-tree';
import { projectRoot } from '../src/launcher/project-root';

const TIMEOUT_MS = 15 * 60_000;

it(
  'given a service in Python, when it is registered by its declaration, then the tests of every resource pass for it too',
  async () => {
    // The matrix of roles and records, entity tags, and a webhook for each declared event.
    const files = 'access-matrix|entity-tags|event-names';
    const stage = ['tools/bootstrap.mjs', 'test', '--only', 'acceptance', '--files', files, '--no-cache'];
    process.env['PORCHLIGHT_EXTERNAL'] = 'examples/service-in-python/open-houses.json';
    try {
      const output = await runIn(projectRoot(), process.execPath, stage, TIMEOUT_MS);
      expect(output).toMatch(/\n\d+ passed, 0 failed\s*$/);
    } finally {
      delete process.env['PORCHLIGHT_EXTERNAL'];
    }
  },
  TIMEOUT_MS,
);
