import { allActions, allResources } from '@porchlight/contracts';
import { createOpenApiDocument } from './openapi-document';

const document = createOpenApiDocument({ resources: allResources, actions: allActions, baseUrl: 'https://api.example', version: '1' });
const METHODS = ['get', 'post', 'put', 'delete'];
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ path, method, ...(item[method] as Record<string, unknown>) })),
) as { path: string; method: string; operationId: string; responses: Record<string, unknown> }[];

describe('the OpenAPI document', () => {
  it('has every verb of every resource and every action, each under its own name', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    const wanted = [
      ...allResources.flatMap(({ service, resource, verbs }) => verbs.map((verb) => `${service}.${resource}.${verb}`)),
      ...allActions.map(({ service, resource, name }) => `${service}.${resource}.${name}`),
    ];
    expect([...names].sort()).toEqual([...new Set(wanted)].sort());
  });

  it('refers only to components that are there', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!.split('/'));
    expect(refs.length).toBeGreaterThan(100);
    for (const path of refs) expect(path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)).toBeDefined();
  });

  it('says of each operation what it answers when it goes well and when not', () => {
    for (const { responses } of operations) {
      expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '503']));
    }
  });

  it('names every path parameter', () => {
    for (const { path } of operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = ((document.paths[path]!['parameters'] ?? []) as { name: string }[]).map(({ name }) => name);
      expect(declared).toEqual(names);
    }
  });
});
