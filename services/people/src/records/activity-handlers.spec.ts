import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { NoteDocument } from '../notes';
import type { PersonDocument } from '../person';
import { addActivity } from './activity-handlers';
import { CREATED_ACTIVITY } from './record-activity';

const call: StoreCall = { actor: { accountId: 1, userId: 3, role: 'Agent' }, signal: new AbortController().signal };
const note = { _id: 77, id: 7, personId: 5, viewers: [3], created: new Date(5_000) } as NoteDocument;

/** A person and a store of notes; `change` runs while the note is being written. */
const scene = (person: Partial<PersonDocument> | undefined) => {
  const done: string[] = [];
  const people = {
    modify: async (_call: StoreCall, _id: number, change: (before: PersonDocument) => unknown) => {
      if (!person) throw refuse('NOT_FOUND', { what: 'person' });
      done.push(`person ${JSON.stringify(await change(person as PersonDocument))}`);
      return person as PersonDocument;
    },
  };
  const store = {
    purge: async (_call: StoreCall, condition: object) => void done.push(`purge ${JSON.stringify(condition)}`),
    modify: async (_call: StoreCall, id: number, change: (before: NoteDocument) => NoteDocument, options: object) => {
      const after = change(note);
      done.push(`note ${id} ${JSON.stringify(after.viewers)} ${JSON.stringify(options)}`);
      return after;
    },
  };
  const add = () => addActivity({ people } as never, { activity: CREATED_ACTIVITY, store } as never, call, note);
  return { done, add };
};

describe('a new record on a person', () => {
  it('updates the last activity of the person', async () => {
    const { done, add } = scene({ collaboratorIds: [], assignedUserId: 3, lastActivity: new Date(1_000) });
    expect(await add()).toBe(note);
    expect(done).toHaveLength(1);
    expect(done[0]).toContain('"lastActivity":"1970-01-01T00:00:05.000Z"');
  });

  it('is deleted and refused when the person was deleted meanwhile', async () => {
    const { done, add } = scene(undefined);
    await expect(add()).rejects.toThrow("Field 'personId': no such person or no permission.");
    expect(done).toEqual(['purge {"_id":77}']);
  });

  it('gets the current viewers without a webhook when the person was reassigned meanwhile', async () => {
    const { done, add } = scene({ collaboratorIds: [], assignedUserId: 4, lastActivity: new Date(9_000) });
    expect((await add()).viewers).toEqual([4]);
    expect(done).toEqual(['person undefined', 'note 7 [4] {"silent":true}']);
  });
});
