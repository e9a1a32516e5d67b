import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** The images of Kafka and the database: exactly the ones that docker-compose.yml names. */
export function pinnedImages() {
  const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const image = (start) => new RegExp(`image:\\s*["']?(${start}[^\\s"']+)`).exec(text)?.[1];
  return { kafka: image('apache/kafka:'), database: image('mongo:') };
}
