import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** The images of Kafka and the database, pinned in docker-compose.yml. */
export function pinnedImages() {
  const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const image = (name) => new RegExp(`^x-${name}: &\\S+ (\\S+)$`, 'm').exec(text)?.[1];
  return { kafka: image('kafka'), database: image('mongodb') };
}
