import { hasPythonModule, requireTool } from './require-tool';

it('given an installed tool, then its tests run', () => {
  expect(requireTool('a browser', true, { CI: 'true' })).toEqual({ describe, it });
});

it('given a missing tool, when CI is not set, then its tests are skipped', () => {
  expect(requireTool('a browser', false, {})).toEqual({ describe: describe.skip, it: it.skip });
});

it('given a missing tool, when CI=true, then its tests fail', () => {
  const registered: { title: string; body: () => void }[] = [];
  const real = { it: globalThis.it, describe: globalThis.describe };
  const register = (title: string, body: () => void): void => void registered.push({ title, body });
  Object.assign(globalThis, { it: register, describe: (_title: string, body: () => void) => body() });
  try {
    const tests = requireTool('a browser', false, { CI: 'true' });
    tests.it('a page', async () => undefined);
    tests.describe('pages', () => undefined);
  } finally {
    Object.assign(globalThis, real);
  }
  expect(registered.map(({ title }) => title)).toEqual(['a page', 'can run']);
  for (const { body } of registered) expect(body).toThrow('a browser is not installed');
});

it('given an interpreter that does not exist, then it has no modules', () => {
  expect(hasPythonModule('/no/such/python', 'json')).toBe(false);
});
