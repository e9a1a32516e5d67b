import { execFileSync } from 'node:child_process';

/** `describe` and `it` of tests that need a tool, such as a browser. */
export interface ToolTests {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => Promise<unknown>, timeoutMs?: number): void;
}

/**
 * Runs tests only if a tool is installed. If it is missing, the tests are skipped, so that `npm test` counts them as
 * skipped; with `CI=true` they fail.
 */
export const requireTool = (name: string, isInstalled: boolean, env: NodeJS.ProcessEnv = process.env): ToolTests => {
  if (isInstalled) return { describe, it };
  if (env['CI'] !== 'true') return { describe: describe.skip, it: it.skip };
  const fail = (): never => {
    throw new Error(`${name} is not installed. With CI=true a test that cannot run fails.`);
  };
  return { describe: (title) => describe(title, () => it('can run', fail)), it: (title) => it(title, fail) };
};

/** Whether a Python interpreter can import a module. */
export const hasPythonModule = (python: string, module: string): boolean => {
  try {
    execFileSync(python, ['-c', `import ${module}`], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
};
