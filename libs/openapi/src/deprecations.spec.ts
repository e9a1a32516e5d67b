import { allActions, allResources } from '@porchlight/contracts';
import type { Deprecation } from '@porchlight/resource';
import { createOpenApiDocument } from './openapi-document';
import { renderReference } from './reference/render-reference';

const deprecated: Deprecation = { since: '2026-12-31', sunset: '2027-07-01', instead: 'Use `GET /v1/people`.' };
const document = createOpenApiDocument({
  resources: allResources.map((descriptor) =>
    descriptor.resource === 'stages' ? { ...descriptor, deprecated: { list: deprecated } } : descriptor,
  ),
  actions: allActions.map((action) =>
    action.rpc === 'checkDuplicate'
      ? { ...action, deprecated, query: { ...action.query, phone: { type: 'string', deprecated } } }
      : action,
  ),
  baseUrl: 'https://api.porchlight.example',
  version: '1',
});
interface Described {
  readonly deprecated?: boolean;
  readonly description: string;
  readonly parameters: readonly {
    readonly name?: string;
    readonly deprecated?: boolean;
    readonly description?: string;
  }[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}
const operationAt = (path: string): Described => document.paths[path]!['get'] as Described;

describe('deprecations in the API description', () => {
  it.each(['/stages', '/people/checkDuplicate'])(
    'given %s, then it is marked, described and has the headers',
    (path) => {
      const { description, responses, ...operation } = operationAt(path);
      expect(operation.deprecated).toBe(true);
      expect(description).toMatch(/^Deprecated since 2026-12-31, ends 2027-07-01\. Use `GET \/v1\/people`\. /);
      expect(Object.keys(responses['200']!.headers!)).toEqual(
        expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
      );
    },
  );

  it('given a deprecated parameter, then it alone is marked', () => {
    const { parameters } = operationAt('/people/checkDuplicate');
    expect(parameters.filter((parameter) => parameter.deprecated)).toEqual([
      expect.objectContaining({ name: 'phone', description: expect.stringContaining('Deprecated since 2026-12-31') }),
    ]);
  });

  it('given an operation that is not deprecated, then it has neither mark nor headers', () => {
    const { responses, ...operation } = operationAt('/people');
    expect(operation.deprecated).toBeUndefined();
    expect(responses['200']!.headers).not.toHaveProperty('Deprecation');
  });

  it('given the reference, then it shows the mark', () => {
    expect(renderReference(document).get('/people')).toContain('<span class="deprecated">Deprecated</span>');
  });
});
