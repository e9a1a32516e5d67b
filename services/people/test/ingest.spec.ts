import { Change, Event, people } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { listen, startPeopleService } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const LENIENT = { mode: 'lead' } as const;
const times = <T>(n: number, fn: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => fn(index));

describe('a lead', () => {
  it('creates a person and an event, and finds the same person when repeated', async () => {
    const { owner, accountId } = await suite.newAccount();
    const lead = {
      source: 'zillow.com',
      system: 'Portal',
      type: 'Inquiry',
      message: 'Is it free?',
      person: {
        firstName: 'Jo',
        lastName: 'Bell',
        emails: ['jo@example.com'],
        phones: ['555 010 0100'],
        tags: ['Buyer'],
      },
      property: { street: '1 Main St', price: 250000, forRent: false },
      campaign: { source: 'ad' },
    };
    const first = await owner.send(lead);
    expect(first.status).toBe(201);
    expect(first.person).toMatchObject({
      name: 'Jo Bell',
      stage: 'Lead',
      source: 'zillow.com',
      price: 250000,
      createdVia: 'Portal',
    });
    expect(await owner.getEvent(first.eventId)).toMatchObject({
      type: 'Property Inquiry',
      personId: first.person['id'],
      noteId: expect.any(Number),
      message: 'Is it free?',
      system: 'Portal',
      property: { street: '1 Main St', price: 250000, forRent: false },
      campaign: { source: 'ad' },
    });
    const again = await owner.send(lead);
    expect([again.status, again.person['id']]).toEqual([200, first.person['id']]);
    expect((await owner.listPeople()).total).toBe(1);
    expect((await owner.listEvents(`personId=${first.person['id']}`)).total).toBe(2);
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((n) => n === 'eventsCreated')).toHaveLength(2),
    );
    expect(suite.collected.webhooks(accountId).filter((n) => n === 'peopleUpdated')).toHaveLength(0);
  });

  it('that matches two people uses the one matched by email', async () => {
    const { owner } = await suite.newAccount();
    const byPhone = await owner.send({ person: { firstName: 'Phone', phones: ['555 010 0100'] } });
    const byEmail = await owner.send({ person: { firstName: 'Mail', emails: ['jo@example.com'] } });
    const both = await owner.send({ person: { phones: ['555 010 0100'], emails: ['JO@example.com'] } });
    expect([both.status, both.person['id']]).toEqual([200, byEmail.person['id']]);
    expect(both.person['phones'][0].normalized).toBe('5550100100');
    expect((await owner.getPerson(byPhone.person['id']))['name']).toBe('Phone');
  });

  it('finds people that were not created by leads', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ emails: ['jo@example.com'] });
    const lead = await owner.send({ person: { name: 'Jo Bell', emails: ['jo@example.com'], assignedUserId: 3 } });
    expect([lead.status, lead.person['id'], lead.person['name'], lead.person['assignedUserId']]).toEqual([
      200,
      person['id'],
      'Jo Bell',
      null,
    ]);
  });

  it('with a shared phone uses the oldest person; a few others are recorded as duplicates', async () => {
    const { owner } = await suite.newAccount();
    const phones = ['555 020 0200'];
    const made = [];
    for (const n of times(12, (index) => index))
      made.push((await owner.createPerson({ firstName: `P${n}`, phones })).person['id']);
    const { status, person } = await owner.send({ source: 's', person: { phones } });
    expect([status, person['id']]).toEqual([200, made[0]]);
    const last = (await owner.send({ source: 's', person: { emails: [`own${made[11]}@x.io`], phones } })).person;
    expect(last['id']).toBe(made[0]);
    expect((await owner.on(people).get(made[11]!, 'fields=possibleDuplicateIds'))['possibleDuplicateIds']).toEqual(
      made.slice(0, 8),
    );
  });

  it('with a person id requires an existing person visible to the sender', async () => {
    const { owner, agent2 } = await suite.newAccount();
    const { person } = await owner.createPerson({ assignedUserId: 3 });
    expect(
      (await owner.send({ person: { id: person['id'], emails: ['new@example.com'] } })).person['emails'][0].value,
    ).toBe('new@example.com');
    await expectRefusal(owner.send({ person: { id: 4711 } }), 'NOT_FOUND');
    await expectRefusal(agent2.send({ person: { id: person['id'] } }), 'NOT_FOUND');
    expect((await owner.listEvents()).total).toBe(1);
  });

  it('for a person of another agent is stored; the response contains the id and the fields of the lead', async () => {
    const { owner, agent, agent2 } = await suite.newAccount();
    const first = await agent.send({ person: { name: 'Jo Bell', emails: ['jo@example.com'] } });
    expect(first.person).toMatchObject({ assignedUserId: 3 });
    const { status, person, eventId } = await agent2.send({
      person: { emails: ['jo@example.com'], phones: ['555 010 0100'] },
    });
    expect([status, person['id'], person['name']]).toEqual([200, first.person['id'], null]);
    expect(person['emails']).toMatchObject([{ value: 'jo@example.com' }]);
    await expectRefusal(agent2.getEvent(eventId), 'NOT_FOUND');
    expect((await owner.getPerson(first.person['id']))['phones']).toEqual([]);
    expect((await agent.listEvents()).total).toBe(2);
  });

  it('without identifying data is refused and stores nothing', async () => {
    const { owner } = await suite.newAccount();
    for (const body of [{}, { person: {} }, { person: { tags: ['x'] } }])
      await expectRefusal(owner.send(body), 'NOTHING_TO_IDENTIFY');
    expect([(await owner.listPeople()).total, (await owner.listEvents()).total]).toEqual([0, 0]);
  });

  it('with empty fields is stored with the others', async () => {
    const { owner } = await suite.newAccount();
    const empty = [{ value: '' }, { value: ' ', type: 'work' }, {}, { value: null }, ''];
    const named = { firstName: 'Jo', emails: [...empty, 'jo@empty.example'], phones: empty, tags: ['', 'Buyer'] };
    const { status, person } = await owner.send({ source: 's', person: named });
    expect([status, person]).toEqual([201, expect.objectContaining({ phones: [], tags: ['Buyer'] })]);
    expect(person['emails']).toMatchObject([{ value: 'jo@empty.example', isPrimary: 1 }]);
    await expectRefusal(
      owner.send({ source: 's', person: { emails: empty, phones: '', tags: ['Buyer'] } }),
      'NOTHING_TO_IDENTIFY',
    );
    // D13.10: entries with an empty value are dropped on create.
    expect((await owner.createPerson({ firstName: 'Jo', emails: [''] })).person).toMatchObject({ emails: [] });
  });

  it('that is history retains its time', async () => {
    const { owner } = await suite.newAccount();
    const { person, eventId } = await owner.send({ occurredAt: '2020-02-03T04:05:06Z', person: { name: 'Jo' } });
    expect((await owner.getEvent(eventId))['created']).toBe('2020-02-03T04:05:06Z');
    expect(person['lastActivity']).toBe('2020-02-03T04:05:06Z');
  });
});

describe('leads at the same time', () => {
  const outcome = async (owner: any, leads: object[]) => {
    const answers = await Promise.all(leads.map((lead) => owner.send(lead)));
    return {
      created: answers.filter(({ status }) => status === 201).length,
      people: new Set(answers.map(({ person }) => person['id'])).size,
    };
  };

  it('create one person from 50 equal leads', async () => {
    const { owner } = await suite.newAccount();
    const lead = { person: { firstName: 'Jo', emails: ['jo@example.com'], phones: ['555 010 0100'] } };
    expect(
      await outcome(
        owner,
        times(50, () => lead),
      ),
    ).toEqual({ created: 1, people: 1 });
    expect([(await owner.listPeople()).total, (await owner.listEvents()).total]).toEqual([1, 50]);
  });

  it('create one person from 50 leads at two replicas', async () => {
    const account = await suite.newAccount();
    const other = await startPeopleService(suite);
    try {
      const duplicate = other.as(account.actor(1));
      const send = {
        send: (lead: any) => (lead.at % 2 === 0 ? account.owner : duplicate).send({ person: lead.person }),
      };
      const leads = times(50, (at) => ({
        at,
        person: { emails: ['jo@example.com'], phones: ['555 010 0100'], tags: [`t${at}`] },
      }));
      expect(await outcome(send, leads)).toEqual({ created: 1, people: 1 });
      const { people, total } = await account.owner.listPeople();
      expect(total).toBe(1);
      expect(people[0]!['tags']).toHaveLength(50);
      expect((await account.owner.listEvents()).total).toBe(50);
    } finally {
      await other.stop();
    }
  });

  it('create one person when some have only the phone and others only the email', async () => {
    const account = await suite.newAccount();
    const other = await startPeopleService(suite);
    try {
      const duplicate = other.as(account.actor(1));
      await account.owner.send({ person: { emails: ['jo@example.com'], phones: ['555 010 0100'] } });
      const kinds = [
        { emails: ['JO@example.com'] },
        { phones: ['(555) 010-0100'] },
        { phones: ['15550100100'], emails: ['jo@example.com'] },
      ];
      const answers = await Promise.all(
        times(48, (at) => (at % 2 ? duplicate : account.owner).send({ person: kinds[at % 3]! })),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect((await account.owner.listPeople()).total).toBe(1);
    } finally {
      await other.stop();
    }
  });

  it('create one person per pair in any order when both keys are new', async () => {
    const { owner } = await suite.newAccount();
    const kinds = [{ phones: ['555 010 0100'], emails: ['jo@example.com'] }, { phones: ['555 010 0100'] }];
    const answers = await Promise.all(times(50, (at) => owner.send({ person: kinds[at % 2]! })));
    expect(new Set(answers.map(({ person }) => person['id'])).size).toBe(1);
  });
});

describe('a service that is stopped and started', () => {
  it('continues: no lead is lost or duplicated, and every change is published', async () => {
    const account = await suite.newAccount();
    const before = await listen(suite.bus);
    const doomed = await startPeopleService(suite);
    const sender = doomed.as(account.actor(1));
    const leads = times(30, (at) => ({ person: { emails: [`jo${at}@example.com`] } }));
    const sent = Promise.allSettled(leads.map((lead) => sender.send(lead)));
    await Promise.race([
      sent,
      eventually(async () => expect((await account.owner.listPeople()).total).toBeGreaterThan(0)),
    ]);
    await doomed.stop();
    await sent;
    const next = await startPeopleService(suite);
    try {
      const again = next.as(account.actor(1));
      await Promise.all(leads.map((lead) => again.send(lead)));
      expect((await again.listPeople()).total).toBe(30);
      await eventually(() =>
        expect(before.webhooks(account.accountId).filter((n) => n === 'peopleCreated').length).toBeGreaterThanOrEqual(
          30,
        ),
      );
    } finally {
      await next.stop();
    }
  });
});

describe('events', () => {
  it('are visible to the current viewers of their person', async () => {
    const { owner, agent, agent2 } = await suite.newAccount();
    const { person } = await agent.send({
      type: 'Viewed Page',
      pageTitle: 'Home',
      pageDuration: 9,
      person: { emails: ['jo@example.com'] },
    });
    await owner.send({ person: { emails: ['jo@example.com'] } });
    const totals = async () => [(await agent.listEvents()).total, (await agent2.listEvents()).total];
    expect(await totals()).toEqual([2, 0]);
    await owner.updatePerson(person['id'], { assignedUserId: 4 });
    await eventually(async () => expect(await totals()).toEqual([0, 2]));
    expect((await agent2.listEvents('type=Viewed%20Page')).events[0]).toMatchObject({
      pageTitle: 'Home',
      pageDuration: 9,
    });
  });

  it('D4.22 are filtered by person, type, source and property', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.send({ source: 'a.com', person: { name: 'A' }, property: { city: 'Austin' } });
    await owner.send({ source: 'b.com', type: 'Registration', person: { name: 'B' } });
    const total = async (query: string) => (await owner.listEvents(query)).total;
    expect(
      await Promise.all(
        [
          `personId=${person['id']}`,
          'type=Registration,Viewed Page',
          'source=a.com',
          'hasProperty=false',
          'personId=999',
        ].map(total),
      ),
    ).toEqual([1, 1, 1, 1, 0]);
  });
});

describe('D13.2 what a lead said about its person', () => {
  it('given a lead, then its event shows it and the published change, which outlives an erasure, does not contain it', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { eventId } = await owner.send({ type: 'Inquiry', person: { name: 'Jo Bell', price: '400k-500k' } }, LENIENT);
    expect(await owner.getEvent(eventId)).toMatchObject({ submitted: { name: 'Jo Bell', price: '400k-500k' } });
    const isCreation = ({ accountId: account, resource, verb }: Change): boolean =>
      account === accountId && resource === 'events' && verb === 'created';
    const change = await eventually(
      () => suite.collected.changes.find(isCreation) ?? Promise.reject(new Error('none')),
    );
    expect(Event.decode(change.record)).toMatchObject({ id: eventId, submitted: undefined });
  });
});
