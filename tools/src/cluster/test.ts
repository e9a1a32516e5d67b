import type { Programs } from './binaries';
import type { CheckContext } from './check-context';
import { CHECKS } from './checks';
import type { ClusterLayout } from './cluster-layout';
import { openKubectl } from './kubectl';
import { openRelease } from './release';

/** Input of `test`. */
export interface TestOptions {
  readonly root: string;
  readonly layout: ClusterLayout;
  readonly programs: Programs;
  /** Only checks whose name contains this text. */
  readonly only: string;
  say(line: string): void;
}

/** Runs the checks on the installed release, prints one line for each, and returns the number of failed ones. */
export async function testRelease({ root, layout, programs, only, say }: TestOptions): Promise<number> {
  const kubectl = openKubectl(layout, programs);
  const context: CheckContext = { root, layout, kubectl, release: openRelease(root, layout, kubectl) };
  let failed = 0;
  for (const check of CHECKS.filter(({ name }) => name.includes(only))) {
    const began = Date.now();
    const { ok, detail } = await check.run(context).catch((error: unknown) => ({ ok: false, detail: String(error) }));
    if (!ok) failed += 1;
    say(`${ok ? 'passed' : 'FAILED'}  ${check.name} (${Math.round((Date.now() - began) / 1_000)} s): ${detail}`);
  }
  say('not tested: enforced network policies (no network plugin enforces them here)');
  return failed;
}
