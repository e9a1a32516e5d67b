import { describeJobCrashes } from '@porchlight/backend/test/describe-job-crashes';
import { column, defineDocument, type DocumentCollection, type DocumentOf, type StoreCall } from '@porchlight/store';
import { reassignmentJob, type Reassigning } from '../src/leads/reassign-people';
import { AccountSettings, DEFAULT_STAGES } from '../src/settings';

const PEOPLE = 3;
const recordSchema = defineDocument({
  _id: column.text,
  accountId: column.number,
  id: column.number,
  assignedUserId: column.optional(column.number),
});
type RecordOf = DocumentOf<typeof recordSchema>;
const users = [
  { id: 1, name: 'Olga Owner', role: 'Owner', status: 'Active' },
  { id: 3, name: 'Gone', role: 'Agent', status: 'Disabled' },
  { id: 4, name: 'Ann Agent', role: 'Agent', status: 'Active' },
];
const PERSON = { firstName: 'Ann', lastName: '', emails: [], phones: [], tags: [], collaboratorIds: [] };
const settings = new AccountSettings(DEFAULT_STAGES, users);

/** Records as a resource finds and changes them. */
const asResource = (records: DocumentCollection<RecordOf>) => ({
  find: (_call: StoreCall, condition: object, limit: number) => records.find({ accountId: 1, ...condition }, { limit }),
  modify: async (_call: StoreCall, id: number, change: (before: object) => object | undefined) => {
    const before = await records.findOne({ _id: `1:${id}` });
    const after = change({ ...PERSON, ...before });
    const { assignedUserId } = { ...before, ...after };
    if (after) await records.updateOne({ _id: `1:${id}` }, { $set: { assignedUserId } });
  },
});

describeJobCrashes('D13.3 reassignment of people', {
  service: 'people',
  start: ({ store, openJobs, clock }) => {
    const people = store.collection('people', recordSchema);
    const tasks = store.collection('tasks', recordSchema);
    const jobs = openJobs(reassignmentJob);
    const ports = {
      people: asResource(people),
      tasks: asResource(tasks),
      ponds: { load: async () => undefined },
      settingsCache: { load: async () => settings },
      clock,
    } as unknown as Reassigning;
    return { people, jobs, worker: jobs.createWorker(ports) };
  },
  prepare: async ({ people, jobs }) => {
    const records = Array.from({ length: PEOPLE }, (_, at) => ({ _id: `1:${at + 1}`, accountId: 1, id: at + 1 }));
    await people.insertMany(records.map((record) => ({ ...record, assignedUserId: 3 })));
    await jobs.add(1, { kind: 'user', from: 3 }, { to: 4 });
  },
  check: async ({ people }) => {
    const found = await people.find({ accountId: 1 }, { limit: 10 });
    expect(found.map(({ assignedUserId }) => assignedUserId)).toEqual([4, 4, 4]);
  },
  atLeast: 15,
});
