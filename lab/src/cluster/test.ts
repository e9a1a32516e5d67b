import type { CheckContext, CheckResult, OwnClusterContext } from './check-context';
import { CHECKS } from './checks';
import { seconds } from './progress';

/** Result of a check with the name of the check. */
export interface NamedResult extends CheckResult {
  readonly name: string;
}

/**
 * Runs the checks whose name contains a text one after the other and prints one line for each. Outside of the cluster
 * of `up`, whose context has a layout, the checks that need it are skipped and not in the result.
 */
export async function testRelease(
  context: CheckContext | OwnClusterContext,
  only: string,
  say: (line: string) => void,
): Promise<NamedResult[]> {
  const results: NamedResult[] = [];
  for (const check of CHECKS.filter(({ name }) => name.includes(only))) {
    const began = Date.now();
    let running: Promise<CheckResult>;
    if (!('needsOwnCluster' in check)) running = check.run(context);
    else if ('layout' in context) running = check.run(context);
    else {
      say(`skipped ${check.name}: needs the cluster of "up"`);
      continue;
    }
    const result = await running.catch((error: unknown) => ({ ok: false, detail: String(error) }));
    results.push({ name: check.name, ...result });
    say(`${result.ok ? 'passed' : 'FAILED'}  ${check.name} (${seconds(began)}): ${result.detail}`);
  }
  return results;
}
