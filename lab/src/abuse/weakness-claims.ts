import type { Weakness } from './attack';
import { ATTACKER_PLAN_MAILS, STRANGER, VICTIM_DOMAIN } from './attacks/mails';
import { MAX_SIGN_IN_MS, MAX_SIGN_IN_SLOWDOWN } from './attacks/sign-ins';
import { SQUATTERS } from './squat-owner';
import type { AttackRow, Claim } from './abuse-result';

/** Most CPU time of a stall during an attack: as a multiple of parsing JSON of 256 kB, and in any case, ms. */
export const MAX_STALL_UNITS = 40;
export const STALL_FLOOR_MS = 500;
/** Leads of the neighbor that may be refused with Retry-After while uploads hold the memory for bodies. */
export const MAX_REFUSED_SHARE = 0.05;
/** Mails of one day to one mailbox: 10 notifications and a digest an hour, 10 invitations, 5 links for passwords. */
export const MAX_MAILS_PER_MAILBOX = 30;
/** Mails that one new account causes in a day: 200 of plans, 500 notifications, 20 invitations. */
export const MAX_MAILS_PER_ACCOUNT = 720;

/** Passwords compared for one email: 100 an hour; a run may lie in two of them. */
export const MAX_GUESSES = 200;

type Mails = ReadonlyMap<string, number>;

/** What contradicts the claim of a weakness in the rows of its attacks. */
interface WeaknessClaim {
  readonly weakness: Weakness;
  readonly claim: string;
  readonly findWrong: (rows: readonly AttackRow[], mails: Mails, days: number) => readonly string[];
}

const listLongStalls = (rows: readonly AttackRow[]): string[] =>
  rows.flatMap(({ name, stalls = [] }) =>
    stalls
      .filter(({ cpuMs, units }) => cpuMs > STALL_FLOOR_MS && units > MAX_STALL_UNITS)
      .map(
        ({ process, cpuMs, units }) =>
          `${name}: ${process} stalled for ${cpuMs.toFixed(0)} ms of CPU, ${units.toFixed(0)} units`,
      ),
  );

const STALLS = `no stall takes more CPU than ${MAX_STALL_UNITS} times the time to parse 256 kB, or ${STALL_FLOOR_MS} ms`;

const listChanges = (rows: readonly AttackRow[]): string[] =>
  rows.flatMap(({ name, changes = [] }) => changes.map((change) => `${name}: ${change}`));

const CLAIMS: readonly WeaknessClaim[] = [
  { weakness: 'N1', claim: `under hostile tables ${STALLS}`, findWrong: listLongStalls },
  {
    weakness: 'N2',
    claim: `at most ${MAX_GUESSES} passwords of one user are compared, with any forged devices`,
    findWrong: (rows) =>
      rows.flatMap(({ name, outcome }) => {
        const compared = outcome.statuses['401'] ?? 0;
        return compared > MAX_GUESSES ? [`${name}: ${compared} passwords compared`] : [];
      }),
  },
  {
    weakness: 'N3',
    claim: `at most ${MAX_REFUSED_SHARE * 100} % of the neighbor's leads are refused while uploads do not end`,
    findWrong: (rows) =>
      rows.flatMap(({ name, neighbor: { leads, refusedLeads } }) =>
        leads > 0 && refusedLeads <= (leads + refusedLeads) * MAX_REFUSED_SHARE
          ? []
          : [`${name}: ${refusedLeads} of ${leads + refusedLeads} leads refused`],
      ),
  },
  { weakness: 'N4', claim: 'no forged record in Kafka erases or moves anything', findWrong: listChanges },
  {
    weakness: 'N5',
    claim: `an account sends its quota of ${ATTACKER_PLAN_MAILS} plan mails and no more, ${MAX_MAILS_PER_MAILBOX} mails to one mailbox, ${MAX_MAILS_PER_ACCOUNT} to all`,
    findWrong: (_rows, mails, days) => {
      const victims = [...mails].filter(([address]) => address.endsWith(`@${VICTIM_DOMAIN}`));
      const planMails = victims
        .filter(([address]) => address.startsWith(STRANGER))
        .reduce((sum, [, count]) => sum + count, 0);
      const total = victims.reduce((sum, [, count]) => sum + count, 0);
      return [
        ...victims
          .filter(([, count]) => count > MAX_MAILS_PER_MAILBOX * days)
          .map(([address, count]) => `${address} got ${count} mails`),
        // Fewer would mean that the attack did not reach the quota.
        ...(planMails >= ATTACKER_PLAN_MAILS && planMails <= ATTACKER_PLAN_MAILS * days
          ? []
          : [`${planMails} plan mails to strangers`]),
        ...(total > MAX_MAILS_PER_ACCOUNT * days ? [`${total} mails to strangers`] : []),
      ];
    },
  },
  { weakness: 'N6', claim: `under bodies of many keys and tags ${STALLS}`, findWrong: listLongStalls },
  { weakness: 'N7', claim: 'no lead changes a person whom its sender may not see', findWrong: listChanges },
  {
    weakness: 'N8',
    claim: `the owner of an email signs in within ${MAX_SIGN_IN_MS / 1_000} s, or ${MAX_SIGN_IN_SLOWDOWN} times the time without them, beside ${SQUATTERS} squatted users of it, and no squatter by the email alone`,
    findWrong: listChanges,
  },
];

/** Checks the claims of the weaknesses whose attacks were carried out. */
export const checkWeaknesses = (rows: readonly AttackRow[], mails: Mails, days = 1): Claim[] =>
  CLAIMS.flatMap(({ weakness, claim, findWrong }) => {
    const own = rows.filter((row) => row.weakness === weakness);
    if (own.length === 0) return [];
    const wrong = findWrong(own, mails, days);
    return [{ claim: `${weakness} ${claim}`, ok: wrong.length === 0, wrong }];
  });
