/** A group of this size starts at once: its commands are large enough. */
const FULL = 32;
/** Longest time that a group delays the next one, ms: a slow call must not stop the others. */
const MAX_DELAY_MS = 40;
/** Longest linger after a group of several calls, ms: 1 ms per call, in which its client usually sends the next one. */
const GATHER_MS = 15;

interface Group {
  readonly size: number;
  /** Calls that have not ended. */
  open: number;
  timer: NodeJS.Timeout;
}

/**
 * Starts concurrent calls together, so that they reach each step at the same moment and its operations share one
 * command. Calls that start at different times spread over the steps, with a small command for each. A single caller
 * never waits.
 */
export const createCallGroups = () => {
  let waiting: Array<(group: Group) => void> = [];
  /** The group that the next one waits for. */
  let current: Group | undefined;
  /** Number of waiting calls that start a group without further delay. */
  let enough = FULL;

  const start = (): void => {
    clearTimeout(current?.timer);
    current = undefined;
    enough = FULL;
    const calls = waiting;
    waiting = [];
    if (calls.length === 0) return;
    const group: Group = { size: calls.length, open: calls.length, timer: setTimeout(start, MAX_DELAY_MS) };
    current = group;
    for (const begin of calls) begin(group);
  };
  const end = (group: Group): void => {
    group.open -= 1;
    if (group.open > 0 || current !== group) return;
    if (group.size === 1) return start();
    // All clients of the last moments are back.
    enough = Math.min(FULL, group.size + waiting.length);
    clearTimeout(group.timer);
    group.timer = setTimeout(start, Math.min(GATHER_MS, group.size));
  };

  return async <T>(call: () => Promise<T>): Promise<T> => {
    const group = await new Promise<Group>((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= enough) start();
      else if (current === undefined && waiting.length === 1) setImmediate(() => current ?? start());
    });
    try {
      return await call();
    } finally {
      end(group);
    }
  };
};
