import { emptyRecord } from '@porchlight/resource';
import { people as descriptor, type Person, type PersonItem } from '@porchlight/contracts';
import { createIds, systemClock, createKeyedMutex } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { UniqueConflictError, type StoreCall } from '@porchlight/store';
import { AccountSettings } from '../settings';
import type { ImportTarget } from './import-parts';
import { savePeople } from './save-people';

const call: StoreCall = {
  actor: { accountId: 1, userId: 1, role: 'Owner' },
  signal: new AbortController().signal,
};
const item = (value: string): PersonItem => {
  const emails = [{ value, type: '', isPrimary: false, status: '' }];
  return { record: { ...emptyRecord(descriptor), emails }, mask: ['emails'], problems: '' };
};

/** A store of people with the given `create`. */
const open = (create: (input: Person, options: Record<string, string>) => Promise<unknown>) => {
  const captured = captureLogger({ service: 'people', level: 'error' });
  const people = {
    findBy: async () => [],
    create: (_call: StoreCall, input: Person, _mask: string[], options: Record<string, string>) =>
      create(input, options),
  };
  const settingsCache = { load: async () => new AccountSettings([], []) };
  const ids = createIds({ clock: systemClock });
  const target = { people, settingsCache, mutex: createKeyedMutex(), ids, logger: captured.logger };
  return { save: savePeople(target as unknown as ImportTarget), captured };
};

it('a failed item does not affect the results of the others', async () => {
  const { save, captured } = open(async (input) => {
    if (input.emails[0]!.value === 'b@x.io') throw new Error('the disk is on fire');
    return { record: { id: 7 }, created: true };
  });
  const { results } = await save({ people: [item('a@x.io'), item('b@x.io'), item('c@x.io')] }, call);
  expect(results.map(({ status, id }) => [status, id])).toEqual([
    [201, 7],
    [503, 0],
    [201, 7],
  ]);
  expect(results[1]).toMatchObject({ errorCode: 'UNAVAILABLE', errorMessage: expect.not.stringContaining('disk') });
  expect(captured.lines).toHaveLength(1);
});

it('given a claim without a person, when a person is created, then it takes no claims', async () => {
  const seen: string[] = [];
  const { save } = open(async (_input, options) => {
    seen.push(options['claims'] ?? 'none');
    if (options['claims']) throw new UniqueConflictError(['claims']);
    return { record: { id: 8 }, created: true };
  });
  const { results } = await save({ people: [item('a@x.io')] }, call);
  expect(results).toMatchObject([{ status: 201, id: 8 }]);
  expect(seen).toEqual(['true', 'true', 'true', 'none']);
});
