import { allActions, allResources } from '@porchlight/contracts';
import { createOpenApiDocument } from '../openapi-document';
import { prose } from './html';
import { renderLlmsText, renderReference } from './render-reference';

const document = createOpenApiDocument({
  resources: allResources,
  actions: allActions,
  baseUrl: 'https://api.porchlight.example',
  version: '1',
});
const pages = renderReference(document);
const markup = [...pages].filter(([path]) => !path.endsWith('.json')).map(([, text]) => text);

describe('U3 the pages of the reference', () => {
  it('has every operation on the page of its group', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      ['get', 'post', 'put', 'delete'].flatMap((method) => (item[method] as { operationId: string } | undefined) ?? []),
    );
    const all = markup.join('');
    expect(ids.filter(({ operationId }) => !all.includes(`class="operation" id="${operationId}"`))).toEqual([]);
  });

  it('has no link to a place that does not exist', () => {
    const places = new Set(
      [...pages].flatMap(([path, text]) => [
        `/docs${path}`,
        ...[...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `/docs${path}#${id}`),
      ]),
    );
    const links = markup.flatMap((text) => [...text.matchAll(/href="(\/docs[^"]*)"/g)].map(([, link]) => link!));
    expect(links.length).toBeGreaterThan(500);
    expect(links.filter((link) => !places.has(link))).toEqual([]);
  });

  it('has the guides, in the search and for language models too', () => {
    expect(pages.get('/guides/webhooks')).toContain('<h2 id="verify">');
    expect(pages.get('/guides')).toContain('href="/docs/guides/quickstart"');
    expect(pages.get('/search.json')).toContain('/docs/guides/webhooks#verify');
    expect(renderLlmsText(document)).toContain('- [Webhooks](/docs/guides/webhooks):');
  });

  it('runs no inline code and has no inline style', () => {
    for (const text of markup) {
      expect(text).not.toMatch(/<script(?![^>]*src=)/);
      expect(text).not.toMatch(/<[a-z][^>]* (style|on[a-z]+)=|<style/);
    }
  });

  it('has no field of a header in the forms, and says what writes to the account', () => {
    const leads = pages.get('/leads') ?? '';
    expect(leads).toContain('This writes to your account.');
    expect(leads).not.toContain('name="If-Match"');
    expect(leads).not.toContain('name="Idempotency-Key"');
  });

  it('stays small enough for a page that is interactive at once', () => {
    for (const text of markup) expect(text.length).toBeLessThan(1_500_000);
  });

  it('shows a lead in each language', () => {
    const leads = pages.get('/leads') ?? '';
    expect(leads).toContain('porchlight.events.create(');
    expect(leads).toContain('createPorchlight({');
    expect(leads).toContain('curl_init(');
    expect(leads).toContain('curl &#39;https://api.porchlight.example/v1/events&#39;');
  });

  it('given text with markup, then it is escaped', () => {
    expect(prose('<b>1</b> `<i>`').text).toBe('<p>&lt;b&gt;1&lt;/b&gt; <code>&lt;i&gt;</code></p>');
  });
});
