import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../launcher/project-root';
import { listGuidePages, renderGuidePages, renderMarkdown, withoutInternals } from './guide-pages';

const SLUGS = new Map([
  ['docs/guides/leads.md', 'leads'],
  ['docs/limits.md', 'limits'],
]);
const render = (markdown: string) => renderMarkdown(markdown, 'docs/guides/quickstart.md', SLUGS, () => '<svg></svg>');

describe('the guides for the gateway', () => {
  it('given the lists of the first page, then each row is a page of its group', () => {
    const index =
      '## Guides\n\n| [Leads](leads.md) | send them |\n\n## More\n\n| [SDK](../../libs/sdk/README.md) | typed |\n';
    expect(listGuidePages(index)).toEqual([
      { slug: 'leads', title: 'Leads', about: 'send them', group: 'Guides', path: 'docs/guides/leads.md' },
      { slug: 'sdk', title: 'SDK', about: 'typed', group: 'More', path: 'libs/sdk/README.md' },
    ]);
  });

  it.each([
    ['[a](leads.md#which-event)', '<p><a href="/docs/guides/leads#which-event">a</a></p>'],
    ['[a](../limits.md)', '<p><a href="/docs/guides/limits">a</a></p>'],
    ['[a](../resources.md#events)', '<p><a href="/docs">a</a></p>'],
    ['[a](../operations.md)', '<p>a</p>'],
    ['[a](https://x.example)', '<p><a href="https://x.example">a</a></p>'],
    ['[a](javascript:alert)', '<p>a</p>'],
  ])('given the link %s, then it is %s', (markdown, html) => {
    expect(render(markdown).html).toBe(html);
  });

  it('given markup in Markdown, then it is text', () => {
    expect(render('<script>x</script>').html).not.toContain('<script');
  });

  it('given headings, then they have the ids of GitHub, and the search has their words', () => {
    const { html, sections } = render(
      '# T\n\n## Lenient reading and `X-Ignored`\n\nUnknown *fields*.\n\n## A\n\n## A\n',
    );
    expect(sections).toEqual([
      { id: 'lenient-reading-and-x-ignored', title: 'Lenient reading and X-Ignored', words: 'unknown fields' },
      { id: 'a', title: 'A', words: '' },
      { id: 'a-1', title: 'A', words: '' },
    ]);
    expect(html).toContain('<h2 id="lenient-reading-and-x-ignored">');
  });

  it('given code, then it has a button that copies it', () => {
    expect(render('```sh\nls <x>\n```').html).toContain(
      'Copy</button></div><pre class="shown" tabindex="0"><code class="language-sh">ls &lt;x&gt;',
    );
  });

  it('given successive blocks with a tab each, then they are one group, and the first is shown', () => {
    const { html } = render('```ts tab="SDK"\na\n```\n\n```php tab="PHP"\nb\n```\n\nText\n\n```sh\nc\n```\n');
    expect(html.match(/<div class="samples">/g)).toHaveLength(2);
    expect(html).toContain('<button type="button" data-tab="SDK" aria-pressed="true">SDK</button>');
    expect(html).toContain('data-of="SDK" tabindex="0"><code class="language-ts">a');
    expect(html).toContain('data-of="PHP" tabindex="0" hidden><code class="language-php">b');
    expect(html).toMatch(/<p>Text<\/p>\s*<div class="samples"><div class="tabs"><button type="button" class="copy">/);
  });

  it('given a column without a name, then it has no empty header', () => {
    expect(render('| Page | |\n|---|---|\n| a | b |\n').html).toContain('<th>Page</th>\n<td></td>');
  });

  it('given sections about the repository and ids of decisions, then the served page has neither', () => {
    const markdown =
      '# T\n\nA rule (D12.2).\n\n## In this project\n\nx\n\n### Tests\n\ny\n\n## Errors\n\n```sh\n## Topics\n```\n';
    expect(withoutInternals(markdown)).toBe('# T\n\nA rule.\n\n## Errors\n\n```sh\n## Topics\n```\n');
  });

  it.each([
    /In this project/,
    /\bD\d+\.\d+/,
    /Kafka|protobuf/i,
    /\b(libs|services|tools)\/[\w-]+\/src/,
    /deadletters|rebuild people/,
  ])('given all served pages, then none has %s', (word) => {
    const pages = JSON.parse(renderGuidePages((path) => readFileSync(join(projectRoot(), path), 'utf8'))) as {
      slug: string;
      html: string;
    }[];
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter(({ html }) => word.test(html)).map(({ slug }) => slug)).toEqual([]);
  });

  it('given a picture, then it is part of the page', () => {
    expect(render('![Records](data-model.svg)').html).toContain('<svg></svg>');
  });
});
