import { describeJobCrashes } from '@porchlight/backend/test/describe-job-crashes';
import { people as descriptor, type Person } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { systemCall } from '@porchlight/store';
import { copies } from '../src/copies';
import { userCopy } from '../src/copies/people-copies';
import { leads } from '../src/leads';
import { people } from '../src/people';
import { settings } from '../src/settings';
import { tasks } from '../src/tasks';

const ACCOUNT = 1;
const PEOPLE = 3;
const [OWNER, DISABLED, ANN] = [1, 3, 4];
const CALL = systemCall(ACCOUNT, new AbortController().signal);
const userDocument = (userId: number, role: string, status: string) => ({
  ...{ _id: userCopy.key(ACCOUNT, userId), accountId: ACCOUNT, version: 1 },
  ...{ userId, name: `User ${userId}`, role, status },
});

describeJobCrashes('D13.3 reassignment of people', {
  service: 'people',
  start: ({ open, clock }) => {
    const opened = { ...open(people), ...open(settings), ...open(leads), tasks: open(tasks) };
    const { reassignments: jobs } = opened;
    return { ...opened, users: open(copies).stores.users, jobs, worker: jobs.createWorker({ ...opened, clock }) };
  },
  prepare: async ({ people: records, users, jobs }) => {
    const active = [userDocument(OWNER, 'Owner', 'Active'), userDocument(ANN, 'Agent', 'Active')];
    await users.save([...active, userDocument(DISABLED, 'Agent', 'Active')]);
    for (let at = 0; at < PEOPLE; at++) {
      const { record, mask } = parseBody(descriptor, { firstName: 'Pat', assignedUserId: DISABLED }, 'create');
      await records.create(CALL, record as Person, mask);
    }
    await users.save([{ ...userDocument(DISABLED, 'Agent', 'Disabled'), version: 2 }]);
    await jobs.add(ACCOUNT, { kind: 'user', from: DISABLED }, { to: ANN });
  },
  check: async ({ people: records }) => {
    const found = await records.find(CALL, {}, 10);
    expect(found.map(({ assignedUserId }) => assignedUserId)).toEqual([ANN, ANN, ANN]);
  },
  atLeast: 15,
});
