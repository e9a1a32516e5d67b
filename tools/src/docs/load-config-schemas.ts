import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type * as z from 'zod';

/** The configuration schema of a service, as its src/config.ts exports it. */
export interface ServiceSchema {
  readonly service: string;
  readonly schema: z.ZodObject;
}

const SEEN = Symbol('resolved once');

/**
 * npm packages stay external. All code counts as free of side effects, so that only the sources of the schemas are
 * loaded: no driver, no broker.
 */
const onlyWhatIsUsed: Plugin = {
  name: 'only-what-is-used',
  setup(builder) {
    builder.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === SEEN) return undefined;
      if (/^[^./]/.test(path) && !path.startsWith('@porchlight/')) return { path, external: true, sideEffects: false };
      const resolved = await builder.resolve(path, { kind, importer, resolveDir, pluginData: SEEN });
      return { path: resolved.path, errors: resolved.errors, sideEffects: false };
    });
  },
};

/**
 * Reads `configSchema` of every services/<name>/src/config.ts. Tools may not import services, so the schemas are
 * bundled in memory and evaluated.
 */
export const loadConfigSchemas = async (root: string): Promise<ServiceSchema[]> => {
  const services = readdirSync(join(root, 'services'))
    .filter((service) => existsSync(join(root, 'services', service, 'src', 'config.ts')))
    .sort();
  const contents = services
    .map((service) => `export { configSchema as ${service} } from './services/${service}/src/config';`)
    .join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    logLevel: 'silent',
    plugins: [onlyWhatIsUsed],
  });
  const module = { exports: {} as Record<string, z.ZodObject> };
  const evaluate = new Function('require', 'module', 'exports', outputFiles[0]!.text);
  evaluate(createRequire(join(root, 'package.json')), module, module.exports);
  return services.map((service) => ({ service, schema: module.exports[service]! }));
};
