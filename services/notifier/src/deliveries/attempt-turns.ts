import type { Clock } from '@porchlight/runtime';
import type { AccountQueue } from './account-queue';
import type { DestinationQueues } from './destination-queues';
import { FairSlots, type SlotHolder } from './fair-slots';
import type { AttemptObservation, OriginQueue } from './origin-queue';

export interface AttemptTurnsOptions<J> {
  readonly queues: DestinationQueues<J>;
  /** Attempts at a time, all destinations together. */
  readonly concurrency: number;
  /** Makes one attempt. Must not reject. */
  readonly attempt: (job: J) => Promise<AttemptObservation | undefined>;
  /** Returns a waiting job to the database because the circuit of its destination opened. */
  readonly postpone: (job: J, until: number) => void;
  /** Called when a queue that rejected work has room again. */
  readonly onRoom: () => void;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
}

/** An attempt to a new destination that takes longer counts as slow and returns its slot for new destinations. */
const SLOW_AFTER_MS = 1_000;

/** Starts the attempts of waiting deliveries: round robin over accounts, and over the destinations of each account. */
export class AttemptTurns<J> {
  readonly #options: AttemptTurnsOptions<J>;
  readonly #slots: FairSlots;
  /** Accounts that can start an attempt, in round-robin order. */
  readonly #readyAccounts = new Set<AccountQueue<J>>();
  readonly #idle = new Set<() => void>();
  #pauseTimer: NodeJS.Timeout | undefined;

  constructor(options: AttemptTurnsOptions<J>) {
    this.#options = options;
    this.#slots = new FairSlots(options.concurrency);
  }

  /** Number of running attempts. */
  get running(): number {
    return this.#slots.all.running;
  }

  /** Starts what may start after the queue has changed. */
  resume(queue: OriginQueue<J>): void {
    this.#postponeWaiting(queue);
    this.#markReady(queue);
    this.#pump();
  }

  /** Waits for running attempts until the deadline, and ends the pause. */
  async stop(deadline: AbortSignal): Promise<void> {
    if (this.running > 0 && !deadline.aborted)
      await new Promise<void>((resolve) => {
        this.#idle.add(resolve);
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    clearTimeout(this.#pauseTimer);
  }

  #pump(): void {
    if (this.#options.queues.stopped) return;
    const blocked: AccountQueue<J>[] = [];
    // A re-added account is last in the order of the set.
    for (const account of this.#readyAccounts) {
      if (this.#slots.full) break;
      this.#readyAccounts.delete(account);
      const queue = account.next(this.#slots, this.#isPaused);
      if (!queue) {
        if (account.ready) blocked.push(account);
        continue;
      }
      this.#start(account, queue);
      account.add(queue);
      if (account.ready) this.#readyAccounts.add(account);
    }
    for (const account of blocked) this.#readyAccounts.add(account);
  }

  #start(account: AccountQueue<J>, queue: OriginQueue<J>): void {
    const { queues, attempt, elapsed } = this.#options;
    const job = queue.shift(elapsed());
    const { epoch } = queue;
    const holder: SlotHolder = { use: account.use, kind: queue.kind };
    queues.countWaiting(queue.origin, -1);
    queue.running++;
    queue.holders.add(holder);
    this.#slots.take(holder);
    const slowTimer =
      holder.kind === 'new'
        ? setTimeout(() => {
            this.#slots.becomeSlow(holder);
            this.#pump();
          }, SLOW_AFTER_MS)
        : undefined;
    slowTimer?.unref();
    void attempt(job).then((observation) => {
      clearTimeout(slowTimer);
      this.#end(queue, holder, epoch, observation);
    });
  }

  /** `epoch`: that of the queue at the start of the attempt. */
  #end(
    queue: OriginQueue<J>,
    holder: SlotHolder,
    epoch: OriginQueue<J>['epoch'],
    observation: AttemptObservation | undefined,
  ): void {
    const { queues, onRoom, clock } = this.#options;
    queue.running--;
    queue.holders.delete(holder);
    this.#slots.release(holder);
    if (observation) queue.observe(observation, clock.now(), epoch);
    // Attempts that were started while the destination was quick count as slow from now on.
    if (queue.kind === 'slow') for (const other of queue.holders) this.#slots.becomeSlow(other);
    this.resume(queue);
    if (queues.hasRoomAgain(queue)) onRoom();
    if (this.running === 0) for (const resolve of this.#idle) resolve();
  }

  /** Adds the destination and its account to the round robin if an attempt can start. */
  #markReady(queue: OriginQueue<J>): void {
    const account = this.#options.queues.getAccount(queue.origin);
    account.add(queue);
    if (account.ready) this.#readyAccounts.add(account);
  }

  /** Returns waiting deliveries to the database if the circuit is open. */
  #postponeWaiting(queue: OriginQueue<J>): void {
    const { queues, postpone, clock } = this.#options;
    const until = queue.openUntil(clock.now());
    if (until === 0) return;
    for (const job of queue.empty()) {
      queues.countWaiting(queue.origin, -1);
      postpone(job, until);
    }
    queues.getAccount(queue.origin).remove(queue);
  }

  /** Whether the rate limit of the destination is reached; if so, a timer resumes when the next attempt is allowed. */
  readonly #isPaused = (queue: OriginQueue<J>): boolean => {
    const pauseMs = queue.pauseMs(this.#options.elapsed());
    if (pauseMs <= 0) return false;
    this.#pauseTimer ??= setTimeout(() => {
      this.#pauseTimer = undefined;
      this.#pump();
    }, pauseMs);
    return true;
  };
}
