import type { Weakness } from './attack';
import type { AttackOutcome } from './attack-process';
import type { NeighborMeasure } from './measure';
import type { Stall } from './read-stalls';
import type { CoresUsed, MemoryRow } from './stack-watch';

/** One attack and what it did. */
export interface AttackRow {
  readonly name: string;
  readonly outcome: AttackOutcome;
  readonly neighbor: NeighborMeasure;
  /** CPU during the attack: shows whether the attackers delayed the stack by their own work. */
  readonly cores: CoresUsed;
  /** Names of processes that ended. */
  readonly restarts: readonly string[];
  /** The weakness that the attack uses. */
  readonly weakness?: Weakness | undefined;
  /** The longest stall of each process during the attack. */
  readonly stalls?: readonly Stall[];
  /** What the attack changed although it must not. */
  readonly changes?: readonly string[];
}

/** Everything that a run measured. */
export interface AbuseResult {
  readonly quiet: NeighborMeasure;
  /** The neighbor over all attacks. */
  readonly attacked: NeighborMeasure;
  readonly rows: readonly AttackRow[];
  readonly memory: readonly MemoryRow[];
  /** Days (UTC) in which the run lies; each has its own quotas of mails. Default: 1. */
  readonly days?: number;
  /** Mails that left the stack, by mailbox. */
  readonly mails?: ReadonlyMap<string, number>;
}

/** One claim and what contradicts it. */
export interface Claim {
  readonly claim: string;
  readonly ok: boolean;
  readonly wrong: readonly string[];
}
