import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseExternalServices } from '@porchlight/contracts';
import { scratchFolder } from '../../test/scratch-folder';
import { dataFolderAt } from './data-folder';
import { planExternal } from './external-service';

const EXAMPLE = join(__dirname, '..', '..', '..', 'samples', 'service-in-python', 'open-houses.json');
const root = scratchFolder();

it('given a declaration, then the stack gets it with the address of its own service', () => {
  const plan = planExternal(EXAMPLE, dataFolderAt(root), 9_300);
  expect(plan.name).toBe('openhouses');
  const { services } = parseExternalServices(readFileSync(plan.file, 'utf8'));
  expect(services).toMatchObject([{ name: 'openhouses', address: ['127.0.0.1:9300'] }]);
});

it('given an invalid declaration, then the start fails with its problems', () => {
  const file = join(root, 'invalid.json');
  writeFileSync(file, '{"services":[],"more":1}');
  expect(() => planExternal(file, dataFolderAt(root), 9_300)).toThrow(/more/);
});
