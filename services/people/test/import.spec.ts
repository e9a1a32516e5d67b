import { expectRefusal } from '@porchlight/testkit';
import {
  events as eventsDescriptor,
  people as peopleDescriptor,
  tasks as tasksDescriptor,
  type Event,
  type ImportedPerson,
  type Person,
  type Task,
} from '@porchlight/contracts';
import { emptyRecord } from '@porchlight/resource';
import { useSuite } from './suite';

const suite = useSuite();

const DAY = 86_400_000;
const at = (day: number): Date => new Date(1_700_000_000_000 + day * DAY);
const person = (fields: Partial<Person>): Person => ({ ...emptyRecord(peopleDescriptor), created: at(0), ...fields });
const event = (type: string, day: number): Event => ({ ...emptyRecord(eventsDescriptor), type, occurredAt: at(day) });
const task = (fields: Partial<Task>): Task => ({
  ...emptyRecord(tasksDescriptor),
  created: at(1),
  assignedUserId: 3,
  name: 'Call',
  ...fields,
});
const email = (value: string) => ({ value, type: 'home', isPrimary: true, status: '' });

const history: ImportedPerson[] = [
  {
    person: person({
      firstName: 'Ann',
      lastName: 'Old',
      stageId: '3',
      assignedUserId: 3,
      tags: ['Buyer'],
      price: 300_000,
      emails: [email('ann@import.example')],
    }),
    events: [
      event('Registration', 0),
      event('Viewed Property', 5),
      event('Viewed Property', 3),
      event('General Inquiry', 9),
    ],
    tasks: [
      task({ dueDateTime: at(20) }),
      task({ dueDateTime: at(10), isCompleted: true }),
      task({ dueDateTime: at(30) }),
    ],
  },
  { person: person({ firstName: 'Bob', stageId: '999', created: at(2) }), events: [], tasks: [] },
];

test('given people with history, when they are imported, then lists, totals and activity include it', async () => {
  const { accountId, owner, agent } = await suite.newAccount();
  const collected = suite.collected.changes.length;
  const { ids, events, tasks } = await suite.service.importPeople(accountId, history);
  expect([ids.length, events, tasks]).toEqual([2, 4, 3]);
  const [ann, bob] = ids as [number, number];
  expect(bob).toBe(ann + 1);

  const shown = await owner.listPeople('fields=allFields&limit=10');
  expect(shown).toMatchObject({
    total: 2,
    people: [
      { id: bob, stage: 'Lead', source: '<unspecified>' },
      { id: ann, name: 'Ann Old', stage: 'Hot Prospect' },
    ],
  });
  expect(await owner.on(peopleDescriptor).get(ann, 'fields=allFields')).toMatchObject({
    created: at(0).toISOString().replace('.000', ''),
    assignedTo: 'Ada Agent',
    propertiesViewed: 2,
    lastLeadActivity: at(9).toISOString().replace('.000', ''),
    lastIdxVisit: at(5).toISOString().replace('.000', ''),
    nextTask: at(20).toISOString().replace('.000', ''),
  });
  for (const query of ['stageId=3', 'assignedUserId=3', 'tags=Buyer', 'email=ANN@import.example', 'name=nn ol'])
    expect(await owner.listPeople(query)).toMatchObject({ total: 1, people: [{ id: ann }] });
  expect((await owner.listEvents(`personId=${ann}`)).total).toBe(4);
  // Users who may see the person see its imported records.
  expect((await agent.listEvents()).total).toBe(4);
  expect(await agent.on(tasksDescriptor).list('sort=dueDate')).toMatchObject({ total: 3 });

  // A recount finds no drift; a lead finds the person; no webhook fired.
  expect(await suite.service.recount(accountId)).toEqual([]);
  const lead = { source: 'x', type: 'Viewed Property', person: { emails: [{ value: 'ann@import.example' }] } };
  expect(await owner.send(lead)).toMatchObject({ status: 200, person: { id: ann } });
  const changes = suite.collected.changes
    .slice(collected)
    .filter((change) => change.accountId === accountId && change.verb === 'created');
  expect(changes.filter(({ resource }) => resource !== 'events')).toEqual([]);
});

test('given a caller without the operator role, or too many records, when they import, then the request is refused', async () => {
  const { accountId, owner, actor } = await suite.newAccount();
  await expectRefusal(suite.service.importPeople(accountId, history, actor(1)), 'FORBIDDEN');
  await expectRefusal(suite.service.importPeople(0, history), 'INVALID_BODY');
  const many = Array.from({ length: 1_001 }, () => ({ person: person({}), events: [], tasks: [] }));
  await expectRefusal(suite.service.importPeople(accountId, many), 'INVALID_BODY');
  await expectRefusal(
    suite.service.importPeople(accountId, [{ person: undefined, events: [], tasks: [] }]),
    'INVALID_BODY',
  );
  expect((await owner.listPeople('includeTrash=true')).total).toBe(0);
});
