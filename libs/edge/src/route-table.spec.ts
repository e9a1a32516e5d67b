import type { Request, Response } from 'express';
import { createRouteTable } from './route-table';

const requestPath = (path: string): Promise<string> =>
  new Promise((resolve) => {
    const table = createRouteTable();
    const at = (route: string): void => void table.at(route).get(route, () => resolve(route));
    at('/people/claim');
    at('/people/:id');
    at('/peopleImports');
    table.handler({ method: 'GET', url: path, path } as Request, {} as Response, () => resolve('none'));
  });

test.each([
  ['/people/claim', '/people/claim'],
  ['/people/7', '/people/:id'],
  ['/PEOPLE/7', '/people/:id'],
  ['/peopleImports', '/peopleImports'],
  ['/peopleImports/', '/peopleImports'],
  ['/people', 'none'],
  ['/', 'none'],
  ['/ponds/1', 'none'],
])('GET %s is served by the route %s', async (path, route) => expect(await requestPath(path)).toBe(route));
