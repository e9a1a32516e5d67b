import { allActions, allResources } from '@porchlight/contracts';
import { addActionRoutes, addResourceRoutes, createRouteTable, type ResourceRoutesOptions } from '@porchlight/edge';
import { createOpenApiDocument } from '@porchlight/openapi';
import { listRoutes } from '../src/list-routes';

const METHODS = ['get', 'post', 'put', 'delete'];

const described = (): string[] => {
  const api = { resources: allResources, actions: allActions, baseUrl: 'https://api.porchlight.example', version: '1' };
  const { paths } = createOpenApiDocument(api) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => `${method} /v1${path}`),
  );
};

it('every route of resources and actions is in the OpenAPI document', () => {
  // The gateway leaves out verbs of resources that are actions; here both are listed.
  const [actions, resources] = [createRouteTable(), createRouteTable()];
  const step = (): void => undefined;
  const options = { user: step, body: step, largeBody: step, system: step } as unknown as ResourceRoutesOptions;
  addActionRoutes(actions, allActions, new Set(allResources.map(({ path }) => `/${path}`)), options);
  for (const descriptor of allResources) addResourceRoutes(resources, descriptor, options);
  const served = [...actions.list(), ...resources.list()].filter(({ method }) => method !== 'ALL');
  const routes = new Set(
    served.map(({ method, path }) => `${method.toLowerCase()} /v1${path.replace(/:(\w+)/g, '{$1}')}`),
  );
  expect(routes.size).toBeGreaterThan(120);
  const known = new Set(described());
  expect([...routes].filter((route) => !known.has(route))).toEqual([]);
});

it('given an action on the path of a record that a resource changes, then the path has one route for other methods', () => {
  const step = (): void => undefined;
  const table = listRoutes({
    config: { GATEWAY_RPC_TIMEOUT_MS: 1_000, LIMIT_BATCHES_PER_ACCOUNT: 1, LIMIT_BATCHES: 1 },
    registry: { resources: allResources, actions: allActions },
    document: {},
    channels: {},
    reading: { user: step, body: step, largeBody: step, system: step },
    streams: { addRoute: step },
  } as unknown as Parameters<typeof listRoutes>[0]);
  const methods = table.list().filter(({ path }) => path === '/conversations/:id');
  expect(methods.map(({ method }) => method).toSorted()).toEqual(['ALL', 'GET', 'PUT']);
});
