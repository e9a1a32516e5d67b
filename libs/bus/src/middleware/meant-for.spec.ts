import type { BusMessage } from '../bus';
import { createContext, createMessages, joinIds } from './fixtures';
import { meantFor, REDRIVE_HEADER } from './meant-for';

const seenBy = async (group: string, batch: readonly BusMessage[]): Promise<string[]> => {
  const handled: string[] = [];
  await meantFor(group)(async (part) => void handled.push(joinIds(part)))(batch, createContext());
  return handled;
};

it('delivers a message that was republished for one group to that group only, in order among the others', async () => {
  const [a, b, c] = createMessages('a', 'b', 'c') as [BusMessage, BusMessage, BusMessage];
  const batch = [a, { ...b, headers: { [REDRIVE_HEADER]: 'g.x' } }, c];
  expect(await seenBy('g.x', batch)).toEqual(['abc']);
  expect(await seenBy('g.y', batch)).toEqual(['ac']);
});

it('does not call the handler for a batch without messages for its group', async () => {
  const batch = createMessages('a').map((message) => ({ ...message, headers: { [REDRIVE_HEADER]: 'g.x' } }));
  expect(await seenBy('g.y', batch)).toEqual([]);
});
