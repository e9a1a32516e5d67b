import type { Clock } from '@porchlight/runtime';
import { BacklogCursors } from './backlog-cursors';
import { createBacklogReader } from './backlog-reader';
import type { DueDelivery, Job } from './delivery';
import type { DeliveryStore } from './delivery-store';
import type { Dispatcher } from './dispatcher';
import { createMainReader } from './main-reader';
import { advance, listDue } from './read-window';

export interface DueReaderOptions {
  readonly deliveryStore: Pick<DeliveryStore, 'due'>;
  readonly dispatcher: Pick<Dispatcher<Job>, 'getRoom' | 'room'>;
  readonly clock: Clock;
}

/** Result of one poll. */
export interface DueReading {
  readonly due: readonly DueDelivery[];
  /** Advances the cursors. `left`: deliveries that were not claimed. Returns true if more can be read at once. */
  done(left: readonly DueDelivery[]): boolean;
}

/** Maximum number of backlog cursors. */
const MAX_BACKLOGS = 1_000;

/**
 * Reads due deliveries without reading them twice: a main cursor over all destinations, which skips full ones, and one
 * cursor for each full destination, which is read when it has room. So the cost of a poll depends on what can be
 * claimed, not on the backlog.
 */
export const createDueReader = ({ clock, ...parts }: DueReaderOptions) => {
  const backlogs = new BacklogCursors(MAX_BACKLOGS);
  const readMain = createMainReader(parts, backlogs);
  const backlogReader = createBacklogReader(parts, backlogs);

  return {
    async read(): Promise<DueReading> {
      const now = clock.now();
      const [main, ...others] = await Promise.all([readMain(now), ...backlogReader.read(now)]);
      return {
        due: [main, ...others].flatMap(listDue),
        // The cursors advance only now, so that deliveries are read again after an error.
        done(skipped) {
          const waiting = new Set(skipped);
          advance(main);
          const stopAt = backlogReader.add(waiting, main, now);
          if (stopAt !== undefined) main.cursor.returnTo(stopAt);
          let more = main.cursor.from <= now && stopAt === undefined;
          for (const reading of others) {
            const { key, cursor } = reading;
            advance(reading);
            const again = listDue(reading).find((delivery) => waiting.has(delivery));
            if (again) cursor.returnTo(again.dueAt.getTime());
            // It has caught up with the main cursor.
            if (cursor.from >= main.cursor.from) backlogs.delete(key);
            else more ||= !again;
          }
          return more;
        },
      };
    },
  };
};
