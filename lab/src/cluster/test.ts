import type { CheckContext, CheckResult } from './check-context';
import { CHECKS } from './checks';
import type { ClusterCommand } from './install';
import { openKubectl } from './kubectl';
import { seconds } from './progress';
import { openRelease } from './release';

/** Result of a check with the name of the check. */
export interface NamedResult extends CheckResult {
  readonly name: string;
}

/** Runs the checks whose name contains a text one after the other and prints one line for each. */
export async function testRelease(
  { root, layout, programs, say }: ClusterCommand,
  only: string,
): Promise<NamedResult[]> {
  const kubectl = openKubectl(layout, programs);
  const context: CheckContext = { root, layout, kubectl, release: openRelease(root, layout, kubectl) };
  const results: NamedResult[] = [];
  for (const { name, run } of CHECKS.filter((check) => check.name.includes(only))) {
    const began = Date.now();
    const result = await run(context).catch((error: unknown) => ({ ok: false, detail: String(error) }));
    results.push({ name, ...result });
    say(`${result.ok ? 'passed' : 'FAILED'}  ${name} (${seconds(began)}): ${result.detail}`);
  }
  return results;
}
