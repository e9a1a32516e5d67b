import { DAY_MS } from '@porchlight/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../chaos/random';
import { openStackUnderTest } from '../chaos/stack-under-test';
import type { Connection as FullConnection } from '@porchlight/tools/src/launcher/connection-file';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { openOperatorClient } from '@porchlight/tools/src/operator/operator-client';
import { findTarget } from '@porchlight/tools/src/operator/target';
import { readConnection } from '@porchlight/tools/src/send/connection';
import type { RunOptions } from '../command-line';
import { startRole } from '../role-process';
import type { Order } from './attack-process';
import { chooseAttacks } from './attack-table';
import type { AbuseResult, AttackRow } from './abuse-result';
import { ATTACKER_PLAN_MAILS } from './attacks/mails';
import type { MailSink } from './mail-sink';
import { squatOwner } from './squat-owner';
import { createTestAccount } from '../create-test-account';
import { measureNeighbor, type Span } from './measure';
import { READ_TIMEOUT_MS, startNeighbor } from './neighbor';
import { nextRate, RATE } from './rate-control';
import { readStalls } from './read-stalls';
import { watchStack } from './stack-watch';

/** How a run is done. */
export interface AbuseOptions extends RunOptions {
  /** Data folder of a running stack. */
  readonly folder: DataFolder;
  /** Time of all attacks together, ms. */
  readonly attackMs: number;
  /** Time in which the neighbor is measured in quiet, ms. */
  readonly quietMs: number;
  /** Share of the prepared records, 0 to 1. */
  readonly scale: number;
  /** Texts in names of attacks; all attacks when empty. */
  readonly only: readonly string[];
  /** Where the mails of the stack arrive. */
  readonly sink: Pick<MailSink, 'mails' | 'findText'>;
}

const WARM_UP_MS = 3_000;
const LAST_NOTIFICATIONS_MS = 15_000;
const LAST_MAILS_MS = 15_000;
const NO_MAIL_MS = 4_000;
const LOOK_MS = 200;
/** A longer pause is printed. */
const NOTABLE_PAUSE_MS = 3_000;
/** Longest pause after an attack: a read that started in it has ended by then. */
const SETTLE_MS = READ_TIMEOUT_MS + 5_000;

/** Attacks a running stack with one attack after another while a neighbor is measured. */
export const runAbuse = async (options: AbuseOptions): Promise<AbuseResult> => {
  const { folder, seed, quietMs, signal, say } = options;
  const connection = readConnection(folder.connectionFile, projectRoot());
  const stack = openStackUnderTest(folder);
  const startDay = dayOf(Date.now());
  const run = `${seed}x${Date.now().toString(36)}`;
  const operator = openOperatorClient(findTarget({ data: folder.path }));
  const [own, foreign] = await Promise.all([
    createTestAccount(operator, 'neighbor', run),
    createTestAccount(operator, 'attacker', run, {
      withLender: true,
      mailsPerDay: { planMails: ATTACKER_PLAN_MAILS },
    }),
  ]);
  const owner = await squatOwner(connection, own, operator, { run, findText: options.sink.findText });
  const attacks = chooseAttacks(options.only);
  const operations = readJson<FullConnection>(folder.connectionFile)?.operations ?? {};
  const attackers = startRole(process.argv[1]!, 'attack');
  await attackers.ask<void>({
    plan: { connection, account: foreign, owner, run, seed, scale: options.scale },
  } satisfies Order);
  let rate: number = RATE.first;
  const pids = (): Record<string, number> => {
    const { launcher: _launcher, ...own } = readJson<FullConnection>(folder.connectionFile)?.pids ?? {};
    return own;
  };
  const watch = watchStack(pids, attackers.pid, (cores) => {
    rate = nextRate(rate, cores);
    attackers.send({ rate } satisfies Order);
  });
  const neighbor = await startNeighbor(connection, own, createRandom(seed), run);
  try {
    say(`  Preparing ${attacks.length} attacks`);
    await attackers.ask<void>({ prepare: attacks.map(({ name }) => name) } satisfies Order);
    await stack.untilReady();
    await sleep(WARM_UP_MS);
    watch.takeRestarts();
    const quiet = await span(() => sleep(quietMs));
    watch.rest();

    const spans: { name: string; span: Span; row: Omit<AttackRow, 'neighbor' | 'name'> }[] = [];
    for (const { name, weakness } of attacks) {
      if (signal.aborted) break;
      rate = RATE.first;
      watch.takeCores();
      await readStalls(operations);
      let outcome: AttackRow['outcome'] = { sent: 0, cut: 0, statuses: {}, examples: [] };
      const order: Order = { attack: name, ms: options.attackMs / attacks.length };
      const time = await span(async () => void (outcome = await attackers.ask(order)));
      const cores = watch.takeCores();
      const stalls = await readStalls(operations);
      const changes = await attackers.ask<readonly string[]>({ check: name } satisfies Order);
      const restarts = watch.takeRestarts();
      if (restarts.length > 0) await stack.untilReady();
      const settling = performance.now();
      const settled = await neighbor.settle(SETTLE_MS);
      spans.push({ name, span: time, row: { weakness, outcome, cores, restarts, stalls, changes } });
      const statuses = Object.entries(outcome.statuses).map(([status, count]) => `${status} x ${count}`);
      say(
        `  ${name.padEnd(38)} ${String(outcome.sent).padStart(5)} sent  ${statuses.join(', ')}${restarts.length > 0 ? `  ENDED: ${restarts.join(', ')}` : ''}`,
      );
      if (outcome.refusal !== undefined) say(`    first refusal: ${outcome.refusal}`);
      const pause = performance.now() - settling;
      if (pause > NOTABLE_PAUSE_MS)
        say(
          `    the neighbor was ${settled ? 'served as before' : 'still slow'} after ${(pause / 1_000).toFixed(1)} s`,
        );
    }
    await Promise.all([neighbor.finish(LAST_NOTIFICATIONS_MS), untilNoMails(options.sink.mails)]);
    const measure = (...times: readonly Span[]) => measureNeighbor(neighbor.record, times, READ_TIMEOUT_MS);
    return {
      quiet: measure(quiet),
      attacked: measure(...spans.map(({ span: time }) => time)),
      rows: spans.map(({ name, span: time, row }) => ({ name, ...row, neighbor: measure(time) })),
      memory: watch.memory(),
      mails: options.sink.mails,
      days: dayOf(Date.now()) - startDay + 1,
    };
  } finally {
    watch.stop();
    await Promise.all([attackers.stop(), neighbor.close(), operator.close()]);
  }
};

/** The day (UTC) of a time in ms since 1970. */
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Waits until no mail has arrived for some seconds: what an attack caused may leave later. */
const untilNoMails = async (mails: ReadonlyMap<string, number>): Promise<void> => {
  const count = (): number => [...mails.values()].reduce((sum, one) => sum + one, 0);
  let [last, since] = [count(), Date.now()];
  for (const end = Date.now() + LAST_MAILS_MS; Date.now() < end && Date.now() - since < NO_MAIL_MS;) {
    await sleep(LOOK_MS);
    if (count() !== last) [last, since] = [count(), Date.now()];
  }
};

const span = async (work: () => Promise<unknown>): Promise<Span> => {
  const from = Date.now();
  await work();
  return { from, to: Date.now() };
};
