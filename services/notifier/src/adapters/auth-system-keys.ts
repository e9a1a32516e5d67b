import type { Clock } from '@porchlight/runtime';
import type { SystemKeys } from '../ports';

export interface SystemKeysOptions {
  /** Asks the auth service; throws when it is away. */
  readonly ask: (system: string) => Promise<{ readonly found: boolean; readonly key: string }>;
  readonly clock: Clock;
}

const KEEP_MS = 60_000;
/** A system that is not there may be registered the next moment. */
const KEEP_ABSENT_MS = 5_000;
/** While auth is away it is asked this often, not for every attempt. */
const ASK_AGAIN_MS = 1_000;
const MOST_SYSTEMS = 10_000;

interface Kept {
  key: string | undefined;
  until: number;
}

/** Keys of systems, kept for a minute; while the auth service is away a key that is known goes on being used. */
export const createSystemKeys = ({ ask, clock }: SystemKeysOptions): SystemKeys => {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<string | undefined>>();
  let awayUntil = 0;

  const refresh = async (system: string): Promise<string | undefined> => {
    const known = kept.get(system);
    try {
      if (clock.now() < awayUntil) throw new Error('The auth service is away.');
      const { found, key } = await ask(system);
      const entry: Kept = { key: found ? key : undefined, until: clock.now() + (found ? KEEP_MS : KEEP_ABSENT_MS) };
      kept.delete(system);
      kept.set(system, entry);
      if (kept.size > MOST_SYSTEMS) kept.delete(kept.keys().next().value!);
      return entry.key;
    } catch (error) {
      if (clock.now() >= awayUntil) awayUntil = clock.now() + ASK_AGAIN_MS;
      if (known?.key === undefined) throw error;
      return known.key;
    }
  };

  return {
    async keyOf(system) {
      const entry = kept.get(system);
      if (entry && clock.now() < entry.until) return entry.key;
      let pending = asking.get(system);
      if (!pending) {
        pending = refresh(system).finally(() => asking.delete(system));
        asking.set(system, pending);
      }
      return pending;
    },
  };
};
