import { join } from 'node:path';
import { LIMITS, type Limit } from '@porchlight/limits';
import { describeConfig } from '@porchlight/runtime';
import { renderLimitsPage } from './limits-page';
import { loadConfigSchemas } from './load-config-schemas';

const ROOT = join(__dirname, '..', '..', '..');
const limits = Object.entries<Limit>(LIMITS);

describe('docs/limits.md', () => {
  it('lists every limit with its number', () => {
    const page = renderLimitsPage();
    for (const [name, { value }] of limits)
      expect(page).toContain(`| \`${name}\` | ${value.toLocaleString('en-US')} |`);
  });

  it('names only variables that the configuration of a service reads, with the number of the table as default', async () => {
    const schemas = await loadConfigSchemas(ROOT);
    const entries = schemas.flatMap(({ schema }) => describeConfig(schema));
    const wrong = limits.flatMap(([name, { env, value }]) => {
      if (env === undefined) return [];
      const read = entries.filter((entry) => entry.name === env);
      if (read.length === 0) return [`${name}: no service reads ${env}`];
      const other = read.filter((entry) => Number(entry.default) !== value);
      return other.map((entry) => `${name}: ${env} has the default ${entry.default}, not ${value}`);
    });
    expect(wrong).toEqual([]);
  });

  it('has a row for every variable LIMIT_… that a service reads', async () => {
    const variables = new Set(limits.map(([, { env }]) => env));
    const schemas = await loadConfigSchemas(ROOT);
    const unknown = schemas.flatMap(({ service, schema }) =>
      describeConfig(schema)
        .filter(({ name }) => name.startsWith('LIMIT_') && !variables.has(name as `LIMIT_${string}`))
        .map(({ name }) => `${service}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
