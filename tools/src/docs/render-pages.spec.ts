import { join } from 'node:path';
import { REASONS } from '@porchlight/errors';
import { allResources, BACKENDS, INBOX_CALLBACKS, rpcAddressVariable, WEBHOOK_EVENTS } from '@porchlight/contracts';
import { readProtoMessage } from './read-proto-message';
import { renderPages } from './render-pages';

const ROOT = join(__dirname, '..', '..', '..');

describe('generated pages', () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await renderPages(ROOT);
  });
  const findPage = (name: string): string => pages.get(`docs/${name}.md`)!;

  it('hold every reason, event name, resource and a variable of each service', () => {
    for (const reason of Object.keys(REASONS)) expect(findPage('errors')).toContain(`| \`${reason}\` |`);
    // By an operation each: no name is offered that nothing fires.
    for (const name of WEBHOOK_EVENTS)
      expect(findPage('events')).toMatch(new RegExp(`\\| \`${name}\` \\| (\`\\w+\\.\\w+\\.\\w+\`|.*reserved)`));
    for (const name of Object.keys(INBOX_CALLBACKS)) expect(findPage('events')).toContain(`| \`${name}\` |`);
    for (const { path } of allResources) expect(findPage('resources')).toContain(`\n## ${path}\n`);
    for (const service of BACKENDS) expect(findPage('config')).toContain(`| \`${rpcAddressVariable(service)}\` |`);
  });

  it('show parameters by name and leave nothing undefined', () => {
    expect(findPage('errors')).toContain('The role \\<role> is not allowed to do this.');
    // Code of the guides may use these words.
    const written = [...pages].filter(([path]) => !path.endsWith('generated-guides.json'));
    for (const [, text] of written) expect(text).not.toMatch(/undefined|\[object [A-Z]|NaN/);
  });

  it('explain a variable once', () => {
    expect(findPage('config').match(/`KAFKA_BROKERS`/g)).toHaveLength(1);
  });
});

describe('readProtoMessage', () => {
  const source = [
    '// What it is.',
    'message A {',
    '  // One',
    '  // line.',
    '  int32 a = 1;',
    '',
    '  repeated x.Y b_c = 2;',
    '}',
  ].join('\n');

  it('reads comments and fields', () => {
    expect(readProtoMessage(source, 'A')).toEqual({
      comment: 'What it is.',
      fields: [
        { name: 'a', type: 'int32', number: 1, comment: 'One line.' },
        { name: 'b_c', type: 'repeated x.Y', number: 2, comment: '' },
      ],
    });
  });

  it('throws for what it cannot read and for what is not there', () => {
    expect(() => readProtoMessage(source.replace('int32 a = 1;', 'oneof a {'), 'A')).toThrow("Cannot read 'oneof a {'");
    expect(() => readProtoMessage(source, 'B')).toThrow('There is no whole message B.');
  });
});
