import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { allActions, allResources } from '@porchlight/contracts';
import { addActionRoutes, addResourceRoutes, type ResourceRoutesOptions } from '@porchlight/edge';
import { Router } from 'express';

/** A layer of express, with the properties that identify its route. */
interface Layer {
  readonly rawPath?: string;
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

const METHODS = ['get', 'post', 'put', 'delete'];

const served = (stack: readonly Layer[], before = ''): string[] =>
  stack.flatMap(({ rawPath = '', route, handle }) => {
    if (route)
      return METHODS.filter((method) => route.methods[method]).map((method) =>
        `${method} ${before}${route.path}`.replace(/:(\w+)/g, '{$1}'),
      );
    return handle.stack ? served(handle.stack, `${before}${rawPath === '/' ? '' : rawPath}`) : [];
  });

const described = (): string[] => {
  const { paths } = JSON.parse(readFileSync(resolve(__dirname, '../../../docs/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => `${method} /v1${path}`),
  );
};

it('every route of resources and actions is in the OpenAPI document', () => {
  const router = Router();
  const table = { at: () => router, handler: router };
  const step = (): void => undefined;
  const options = { user: step, body: step, largeBody: step, system: step } as unknown as ResourceRoutesOptions;
  addActionRoutes(table, allActions, new Set(allResources.map(({ path }) => `/${path}`)), options);
  for (const descriptor of allResources) addResourceRoutes(table, descriptor, options);
  const routes = new Set(served((router as unknown as { stack: Layer[] }).stack, '/v1'));
  expect(routes.size).toBeGreaterThan(120);
  const known = new Set(described());
  expect([...routes].filter((route) => !known.has(route))).toEqual([]);
});
