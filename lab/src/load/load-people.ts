import type { ImportPeopleRequest, ImportPeopleResponse } from '@porchlight/contracts';
import type { LoadedAccount } from './loaded-accounts';
import { makePeople } from './people-maker';

/** People per call; with events and tasks well below the message limit, and stored within seconds on a slow machine. */
const PER_CALL = 100;

export interface LoadProgress {
  readonly people: number;
  readonly events: number;
  readonly tasks: number;
}

/**
 * Fills an account, oldest people first, and resumes an interrupted load. Prepares the next call while one is in
 * flight. Calls `remember` with the number of stored people after each call.
 */
export const loadPeople = async (
  loaded: LoadedAccount,
  importPeople: (request: ImportPeopleRequest) => Promise<ImportPeopleResponse>,
  remember: (progress: LoadProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { account, agentIds, size, until } = loaded;
  let running: Promise<void> = Promise.resolve();
  let people: ImportPeopleRequest['people'] = [];
  let nth = 0;
  const send = async (batch: ImportPeopleRequest['people']): Promise<void> => {
    const { ids, events, tasks } = await importPeople({ accountId: account.id, people: batch });
    const refused = ids.filter((id) => id === 0).length;
    if (refused > 0) throw new Error(`${refused} people were refused.`);
    loaded.loaded += batch.length;
    loaded.events += events;
    loaded.tasks += tasks;
    remember({ people: loaded.loaded, events: loaded.events, tasks: loaded.tasks });
  };
  const start = loaded.loaded;
  for (const person of makePeople({ seed: account.id, agentIds, people: size, until })) {
    nth += 1;
    if (nth <= start) continue;
    people.push(person);
    if (people.length < PER_CALL && nth < size) continue;
    signal.throwIfAborted();
    await running;
    const batch = people;
    running = send(batch);
    // Awaited with the next one.
    running.catch(() => undefined);
    people = [];
    // Sends the call before the next people are created.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await running;
};
