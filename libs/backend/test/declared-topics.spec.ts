import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDeadLetterTopic, formatTopic } from '@porchlight/bus';

const root = join(__dirname, '..', '..', '..');
const declared = readFileSync(join(root, 'deploy', 'kafka', 'topics.yaml'), 'utf8');
const lines = declared.split('\n').filter((line) => line.trimStart().startsWith('- {'));
const LINE = /^ {2}- \{ name: ([^,]+), partitions: (\d+), retentionMs: (\d+) \}$/;

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));

describe('deploy/kafka/topics.yaml', () => {
  it('declares a retention of 7 days for every topic, in the format that create-topics.sh reads', () => {
    expect(lines.filter((line) => LINE.exec(line)?.[3] !== '604800000')).toEqual([]);
  });

  it('declares the dead-letter topic of the group that follows accounts in every service', () => {
    for (const service of ['auth', 'people', 'deals', 'marketing', 'notifier'])
      expect(declared).toContain(` ${formatDeadLetterTopic(formatTopic('auth'), `${service}.accounts`)},`);
  });

  it('declares dead-letter topics for every group that a service names', () => {
    const services = ['people', 'deals', 'marketing', 'notifier'];
    const groups = services.flatMap((service) =>
      sources(join(root, 'services', service, 'src')).flatMap((text) => [
        ...[...text.matchAll(/group: '(\w+\.[\w-]+)'/g)].map(([, group]) => group),
        // The tables of consumers in service.ts.
        ...[...text.matchAll(/^ {2}'(\w+\.[\w-]+)': \{\s+topics/gm)].map(([, group]) => group),
      ]),
    );
    expect(groups.length).toBeGreaterThanOrEqual(12);
    expect(groups.filter((group) => !declared.includes(`.dead.${group},`))).toEqual([]);
  });

  it('N4 declares, and so grants, exactly the topics that the groups of the tables of consumers read', () => {
    const pairs = ['people', 'deals', 'marketing'].flatMap((service) =>
      sources(join(root, 'services', service, 'src')).flatMap((text) =>
        [...text.matchAll(/^ {2}'(\w+\.[\w-]+)': \{\s+topics: \[([^\]]+)\]/gm)].flatMap(([, group = '', topics = '']) =>
          [...topics.matchAll(/formatTopic\('(\w+)'\)/g)].map(([, source = '']) =>
            formatDeadLetterTopic(formatTopic(source), group),
          ),
        ),
      ),
    );
    const letters = lines.flatMap((line) => LINE.exec(line)?.[1] ?? []).filter((name) => name.includes('.dead.'));
    const ofTables = letters.filter(
      (name) => /\.dead\.(people|deals|marketing)\./.test(name) && !name.endsWith('.accounts'),
    );
    expect(ofTables.sort()).toEqual(pairs.sort());
  });
});
