import { formatTable } from '@porchlight/tools/src/operator/print';
import type { ChaosResult } from './run-chaos';

const MAX_SHOWN = 5;

/** Formats the ledger as a table, followed by the contradictions of each claim. */
export function describeChaos({ entries, runs, leads, repeated, requests }: ChaosResult, seed: number): string {
  const rows = entries.map(({ claim, checked, wrong, ok, note }) => [
    claim,
    checked,
    wrong.length,
    ok ? 'yes' : 'NO',
    note,
  ]);
  const done = [...runs].map(([name, times]) => (times === 1 ? name : `${name} (${times} times)`));
  const wrong = entries.flatMap(({ claim, wrong: lines }) =>
    lines.length === 0
      ? []
      : [
          `${claim}:`,
          ...lines.slice(0, MAX_SHOWN).map((line) => `  ${line}`),
          ...(lines.length > MAX_SHOWN ? [`  and ${lines.length - MAX_SHOWN} more`] : []),
        ],
  );
  return [
    `Seed ${seed}: ${leads} leads acknowledged (${repeated} calls made again), ${requests} requests at the receivers.`,
    `Done: ${done.join('; ')}.`,
    formatTable(['claim', 'checked', 'wrong', 'holds', ''], rows, { widths: [59, 9, 7, 7, 60] }),
    ...wrong,
  ].join('\n');
}
