import { execFileSync } from 'node:child_process';
import { allActions, allResources } from '@porchlight/contracts';
import { TEARDOWN_EXAMPLES, WITHOUT_FIXED_EXAMPLE, EXAMPLES } from './examples/examples';
import { reportDescriptions } from './describe-all';
import { createOpenApiDocument } from './openapi-document';

const document = createOpenApiDocument({
  resources: allResources,
  actions: allActions,
  baseUrl: 'https://api.porchlight.example',
  version: '1',
});
const METHODS = ['get', 'post', 'put', 'delete'];
interface Described {
  path: string;
  method: string;
  operationId: string;
  'x-operation': string;
  responses: Record<string, unknown>;
  security: object[];
  requestBody?: object;
}
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ path, method, ...(item[method] as object) })),
) as Described[];

const nameOf = (operation: Described): string => operation['x-operation'];

/** What the count of optional fields reads of a schema. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: object;
  readonly required?: readonly string[];
}

/** The linter consists of ES modules, which this test runner cannot load: it runs in a separate process. */
const LINT = `
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { text } from 'node:stream/consumers';
// A literal path takes precedence over one with a parameter (OpenAPI 3.1, Path Templating Matching). Public operations
// without input have no 4xx.
const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'off', 'no-invalid-media-type-examples': 'error' } });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: '/openapi.json', config });
console.log(JSON.stringify(problems.slice(0, 20).map(({ ruleId, message, location }) => ruleId + ': ' + message + ' ' + (location[0]?.pointer ?? ''))));
`;

describe('the OpenAPI document', () => {
  it('contains every verb of every resource and every action with a unique id', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    const names = operations.map(nameOf);
    const wanted = [
      ...allResources.flatMap(({ service, resource, verbs }) => verbs.map((verb) => `${service}.${resource}.${verb}`)),
      ...allActions.map(({ service, resource, name }) => `${service}.${resource}.${name}`),
      'auth.users.me',
      'auth.users.identity',
      'gateway.rateLimit.limits',
      'gateway.rateLimit.usage',
      'gateway.batch.send',
      'gateway.stream.read',
      'gateway.openapi.get',
      'gateway.asyncapi.get',
      'auth.oauth.authorize',
      'auth.oauth.token',
      'auth.oauth.tokenByQuery',
      'auth.oauth.revoke',
      'auth.oauth.metadata',
      'auth.oauth.keys',
    ];
    expect([...names].sort()).toEqual([...new Set(wanted)].sort());
  });

  it('D9.1 has one operation that installs an inbox app, which the app calls', () => {
    const installing = operations.filter(({ operationId }) => /install/i.test(operationId));
    const changing = installing.filter(({ method }) => method.toUpperCase() === 'POST');
    expect(changing.map(({ path }) => path)).toEqual(['/inboxApps/install']);
  });

  it('refers only to existing components, and uses all of them', () => {
    const refs = new Set([...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!));
    expect(refs.size).toBeGreaterThan(80);
    for (const path of refs)
      expect(
        path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
      ).toBeDefined();
    const { securitySchemes: _schemes, ...components } = document['components'] as Record<string, object>;
    const there = Object.entries(components).flatMap(([group, members]) =>
      Object.keys(members).map((name) => `components/${group}/${name}`),
    );
    expect(there.filter((path) => !refs.has(path))).toEqual([]);
  });

  it('describes the success and error responses of each operation', () => {
    for (const { responses, security, path } of operations) {
      expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
      if (security.some((way) => 'apiKey' in way))
        expect([path, ...Object.keys(responses)]).toEqual(
          expect.arrayContaining([path, '400', '401', '403', '429', '503']),
        );
    }
  });

  it('names what responses always contain: fewer than a quarter of their fields are optional', () => {
    const schemas = (document['components'] as { schemas: Record<string, object> }).schemas;
    const counted = new Set<unknown>();
    let [all, required] = [0, 0];
    const count = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { $ref, properties, required: names = [] } = value as Schema;
      const named = schemas[$ref?.split('/').at(-1) ?? ''];
      if (named && !counted.has(named)) {
        counted.add(named);
        count(named);
      }
      all += Object.keys(properties ?? {}).length;
      required += properties ? names.length : 0;
      for (const [key, part] of Object.entries(value)) if (key !== 'example' && key !== 'examples') count(part);
    };
    for (const { responses } of operations)
      for (const [status, response] of Object.entries(responses)) if (status.startsWith('2')) count(response);
    expect(all).toBeGreaterThan(1_500);
    expect((all - required) / all).toBeLessThan(0.25);
  });

  it('states the type of every parameter in its own schema, for renderers that do not resolve references', () => {
    const { parameters } = document['components'] as { parameters: Record<string, object> };
    const used = Object.values(document.paths).flatMap((item) =>
      [item, ...METHODS.map((method) => item[method] ?? {})].flatMap(
        (place) => (place as { parameters?: object[] }).parameters ?? [],
      ),
    );
    const own = [...used, ...Object.values(parameters)].filter(
      (one): one is { name: string; schema: { type?: unknown; items?: { type?: unknown } } } => !('$ref' in one),
    );
    expect(own.length).toBeGreaterThan(100);
    const typeless = own.filter(({ schema }) =>
      [schema, schema.items ?? schema].some(({ type }) => type === undefined),
    );
    expect(typeless.map(({ name }) => name)).toEqual([]);
    const ambiguous = own.filter(({ schema }) =>
      [schema, schema.items ?? schema].some(({ type }) => Array.isArray(type)),
    );
    expect(ambiguous.map(({ name }) => name)).toEqual([]);
    expect(own.find(({ name }) => name === 'contacted')!.schema).toEqual({ type: 'boolean' });
  });

  it('states one JSON type for each value, except custom fields, whose type depends on the account', () => {
    const found: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type } = value as { type?: unknown };
      const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
      if (types.length > 1 && !/\/(\^custom|customFields\/additionalProperties)$/.test(path)) found.push(path);
      for (const [key, part] of Object.entries(value)) visit(part, `${path}/${key}`);
    };
    visit(document['components'], '');
    visit(document.paths, '');
    expect(found).toEqual([]);
  });

  it('describes every property, parameter and word of an enumeration', () => {
    const { undescribed } = reportDescriptions(document);
    expect(undescribed).toEqual([]);
  });

  it('has an example of a real run for each successful JSON response, except the documents that describe the API', () => {
    const without = operations.flatMap((operation) =>
      (Object.entries(operation.responses) as [string, { content?: Record<string, object> }][])
        .filter(([status, { content }]) => {
          const json = content?.['application/json'];
          return status.startsWith('2') && json !== undefined && !('example' in json);
        })
        .map(([status]) => `${nameOf(operation)} ${status}`),
    );
    expect(without).toEqual(['gateway.openapi.get 200', 'gateway.asyncapi.get 200']);
  });

  it('has no access token in its examples', () => {
    expect(JSON.stringify(document)).not.toMatch(/eyJ[\w-]{10,}\.eyJ/);
  });

  it('has an example of every error, with a sentence and a code that it can carry', () => {
    const { responses } = document['components'] as {
      responses: Record<string, { 'x-errorCodes': string[]; content: Record<string, { example?: object }> }>;
    };
    expect(Object.keys(responses).length).toBeGreaterThan(10);
    for (const { 'x-errorCodes': codes, content } of Object.values(responses))
      expect(content['application/json']!.example).toEqual(
        expect.objectContaining({
          errorCode: expect.stringMatching(new RegExp(`^(?:${codes.join('|')})$`)),
          errorMessage: expect.not.stringContaining('undefined'),
        }),
      );
  });

  it('declares every path parameter', () => {
    for (const { path } of operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = ((document.paths[path]!['parameters'] ?? []) as { name: string }[]).map(({ name }) => name);
      expect(declared).toEqual(names);
    }
  });

  it('has an example of every request that changes data', () => {
    const shown = new Set([...EXAMPLES, ...TEARDOWN_EXAMPLES].map(({ operation }) => operation));
    const without = operations.filter(
      (operation) =>
        operation.method !== 'get' && !shown.has(nameOf(operation)) && !WITHOUT_FIXED_EXAMPLE.has(nameOf(operation)),
    );
    expect(without.map(nameOf)).toEqual([]);
    const known = new Set(operations.map(nameOf));
    expect([...shown, ...WITHOUT_FIXED_EXAMPLE].filter((name) => !known.has(name))).toEqual([]);
  });

  it('passes the linter, including its examples', () => {
    expect(
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', LINT], {
          cwd: __dirname,
          input: JSON.stringify(document),
          encoding: 'utf8',
          timeout: 60_000,
        }),
      ),
    ).toEqual([]);
  });
});
