import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createRegistry, parseExternalServices, type Registry } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';

const ROOT = resolve(__dirname, '..', '..', '..');

const readExternal = (): readonly Descriptor[] => {
  const file = process.env['PORCHLIGHT_EXTERNAL'];
  if (!file) return [];
  const { services, problems } = parseExternalServices(readFileSync(resolve(ROOT, file), 'utf8'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return services.flatMap(({ resources }) => resources);
};

/** The registry of the running stack: with the resources of the service that PORCHLIGHT_EXTERNAL names. */
export const registry: Registry = createRegistry(readExternal());
