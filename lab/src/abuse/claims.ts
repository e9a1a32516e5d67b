import type { AbuseResult, AttackRow, Claim } from './abuse-result';
import { checkWeaknesses } from './weakness-claims';

/**
 * The neighbor's p99 stays below this multiple of that of the quiet phase. The attackers use CPU of the same machine:
 * on two slow cores 9 times was seen, on half of a core 24 times.
 */
export const MAX_SLOWDOWN = 40;
/** A p99 below this many ms holds in any case: a p99 of a few hundred reads on a shared machine is noise below it. */
export const P99_FLOOR_MS = 500;
/** Latest notification, ms. */
export const MAX_NOTIFICATION_MS = 5_000;

/** Compares a run with what is claimed. Pure. A claim about nothing fails. */
export const checkClaims = ({ quiet, attacked, rows, mails, days }: AbuseResult): Claim[] => {
  const limit = Math.max(quiet.p99 * MAX_SLOWDOWN, P99_FLOOR_MS);
  const bad = rows.flatMap(({ outcome, name }) =>
    Object.entries(outcome.statuses)
      .filter(([status]) => Number(status) >= 500 && Number(status) !== 503)
      .map(([status, count]) => `${name}: ${count} responses with ${status}`),
  );
  return [
    claim(
      'no process restarts',
      rows.length,
      rows.flatMap(({ name, restarts }) => restarts.map((one) => `${name}: ${one} ended`)),
    ),
    claim(
      `the p99 of the neighbor's reads stays below ${MAX_SLOWDOWN} times quiet, or below ${P99_FLOOR_MS} ms`,
      Math.min(quiet.reads, attacked.reads),
      attacked.p99 < limit
        ? []
        : [
            `p99 ${attacked.p99.toFixed(0)} ms, ${quiet.p99.toFixed(0)} ms in quiet; slowest under: ${slowestRows(rows)}`,
          ],
    ),
    claim(
      'each lead of the neighbor is acknowledged or refused with Retry-After',
      attacked.leads,
      rows.flatMap(({ name, neighbor: { failedLeads } }) =>
        failedLeads > 0 ? [`${name}: ${failedLeads} failed`] : [],
      ),
    ),
    claim(
      `no notification of the neighbor is lost or later than ${MAX_NOTIFICATION_MS / 1_000} s`,
      attacked.leads,
      rows.flatMap(({ name, neighbor: { lost, slowest } }) => [
        ...(lost > 0 ? [`${name}: ${lost} lost`] : []),
        ...(slowest > MAX_NOTIFICATION_MS ? [`${name}: the slowest took ${(slowest / 1_000).toFixed(1)} s`] : []),
      ]),
    ),
    claim(
      'no response has a status of 500 or above but 503',
      rows.reduce((sum, { outcome }) => sum + outcome.sent, 0),
      [
        ...bad,
        ...rows.flatMap(({ outcome }) =>
          outcome.examples.map(({ request, response }) => `  ${request} -> ${response}`),
        ),
      ],
    ),
    claim(
      'every attack sent requests',
      rows.length,
      rows.filter(({ outcome }) => outcome.sent === 0).map(({ name }) => name),
    ),
    ...checkWeaknesses(rows, mails ?? new Map(), days),
  ];
};

const claim = (text: string, checked: number, wrong: readonly string[]): Claim => ({
  claim: text,
  ok: checked > 0 && wrong.length === 0,
  wrong,
});

const slowestRows = (rows: readonly AttackRow[]): string =>
  rows
    .toSorted((one, other) => other.neighbor.p99 - one.neighbor.p99)
    .slice(0, 3)
    .map(({ name, neighbor }) => `${name} (${neighbor.p99.toFixed(0)} ms)`)
    .join(', ');
