import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Descriptor } from '@porchlight/resource';

const DECLARED = /\/\*\* ([^*]+) \*\/\nexport const (\w+) = defineResource/g;

/** The docstrings of all descriptors, by name of the resource. */
export const readDocstrings = (root: string): ((descriptor: Descriptor) => string) => {
  const folder = join(root, 'libs', 'contracts', 'src');
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.resource.ts'))
      for (const [, text, name] of readFileSync(join(folder, file), 'utf8').matchAll(DECLARED)) texts.set(name!, text!);
  return ({ resource }) => texts.get(resource) ?? '';
};
