import type { Request, Response } from 'express';
import { createRouteTable, type RouteMethod } from './route-table';

const ROUTES: readonly (readonly [RouteMethod, string])[] = [
  ['POST', '/people/claim'],
  ['GET', '/people/:id'],
  ['ALL', '/people/:id'],
  ['GET', '/people/:id/notes/:noteId'],
  ['GET', '/peopleImports'],
];

/** The route of a request with its parameters, `none`, or the error. */
const find = (method: string, url: string): Promise<unknown> =>
  new Promise((resolve) => {
    const table = createRouteTable();
    for (const [verb, path] of ROUTES)
      table.add(verb, path, ({ params }) => resolve([`${verb} ${path}`, ...Object.values(params)].join(' ')));
    const request = { method, url } as Request;
    table.handler(request, {} as Response, (error?: unknown) => resolve(error ?? 'none'));
  });

test.each([
  ['POST', '/people/claim', 'POST /people/claim'],
  ['GET', '/people/claim', 'GET /people/:id claim'],
  ['GET', '/people/7', 'GET /people/:id 7'],
  ['HEAD', '/people/7?fields=id', 'GET /people/:id 7'],
  ['DELETE', '/people/7', 'ALL /people/:id 7'],
  ['GET', '/PEOPLE/a%2Fb', 'GET /people/:id a/b'],
  ['GET', '/people/7/Notes/8/', 'GET /people/:id/notes/:noteId 7 8'],
  ['GET', '/peopleImports/', 'GET /peopleImports'],
  ['GET', '/people//', 'none'],
  ['GET', '/people', 'none'],
  ['GET', '/people/7/notes', 'none'],
  ['GET', '/', 'none'],
  ['GET', '/ponds/1', 'none'],
])('%s %s is served by the route %s', async (method, url, route) => expect(await find(method, url)).toBe(route));

test('given a handler that throws or rejects, or a second route for one method, then the error is passed on', async () => {
  const table = createRouteTable();
  const errors: unknown[] = [];
  table.add('GET', '/thrown', () => {
    throw new Error('thrown');
  });
  table.add(
    'GET',
    '/rejected',
    async (_req, _res, next) => next(),
    async () => Promise.reject(new Error('rejected')),
  );
  for (const url of ['/thrown', '/rejected'])
    table.handler({ method: 'GET', url } as Request, {} as Response, (error?: unknown) => void errors.push(error));
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors.map(String)).toEqual(['Error: thrown', 'Error: rejected']);
  expect(() => table.add('GET', '/thrown', () => undefined)).toThrow('exists already');
});
