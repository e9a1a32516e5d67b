import { verifyWebhook, type Porchlight, type StreamedEvent } from '@porchlight/sdk';
import { listen } from '@porchlight/testkit/src/listen';
import { describeForwarded, forwardEvents } from './listen-command';
import { createRunSecret } from './sign-notification';
import { TRIGGERS } from './trigger-command';

const createEvent = (event: string, nth: number): StreamedEvent => ({
  id: `e-${nth}`,
  event,
  data: {
    eventId: `event-${nth}`,
    eventCreated: '2026-01-02T03:04:05+00:00',
    event,
    resourceIds: [nth],
    uri: `https://api.test/v1/people?id=${nth}`,
  },
});
const streamOf = (...events: StreamedEvent[]): Pick<Porchlight, 'stream'> => ({
  stream: async function* () {
    yield* events;
  },
});

describe('porchlight listen', () => {
  it('given a change of the stage, then trigger can cause it', () => {
    expect(TRIGGERS.has('peopleStageUpdated')).toBe(true);
  });

  it('given events, then the receiver gets each as a notification with a valid signature', async () => {
    const secret = createRunSecret();
    const received: { headers: Record<string, string>; body: string }[] = [];
    const receiver = await listen((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        received.push({ headers: req.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
        res.end();
      });
    });
    const lines: string[] = [];
    const events = [createEvent('peopleCreated', 1), createEvent('notesCreated', 2), createEvent('peopleCreated', 3)];
    await forwardEvents(
      streamOf({ id: 'e-0', event: 'reset', data: {} }, ...events),
      { forwardTo: receiver.url, events: ['peopleCreated'], secret, signal: new AbortController().signal },
      (one) => lines.push(describeForwarded(one)),
    );
    await receiver.stop();
    expect(lines).toEqual(['peopleCreated  event-1  [1]  200', 'peopleCreated  event-3  [3]  200']);
    await expect(verifyWebhook(received[0]!, { secret })).resolves.toEqual(events[0]!.data);
  });

  it('given a receiver that does not answer, then the next event is forwarded all the same', async () => {
    const lines: string[] = [];
    await forwardEvents(
      streamOf(createEvent('peopleCreated', 1), createEvent('peopleCreated', 2)),
      { forwardTo: 'http://127.0.0.1:1', secret: createRunSecret(), signal: new AbortController().signal },
      (one) => lines.push(describeForwarded(one)),
    );
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('failed');
  });

  it('given a count, then it ends after as many events', async () => {
    const lines: string[] = [];
    await forwardEvents(
      streamOf(createEvent('peopleCreated', 1), createEvent('peopleCreated', 2)),
      { forwardTo: 'http://127.0.0.1:1', count: 1, secret: createRunSecret(), signal: new AbortController().signal },
      (one) => lines.push(describeForwarded(one)),
    );
    expect(lines).toHaveLength(1);
  });
});

describe('porchlight trigger', () => {
  it('given the records of people, then each of their events can be caused', () => {
    expect([...TRIGGERS.keys()]).toEqual(
      expect.arrayContaining([
        'peopleCreated',
        'peopleUpdated',
        'peopleDeleted',
        'peopleTagsCreated',
        'eventsCreated',
        'notesCreated',
        'notesUpdated',
        'notesDeleted',
        'tasksUpdated',
        'callsCreated',
        'textMessagesCreated',
      ]),
    );
  });

  it('given a note that is updated, then a sample person and its note are created and changed', async () => {
    const calls: unknown[] = [];
    const resource = (name: string) => ({
      create: async (body: object) => (calls.push([name, 'create', body]), { id: 5, ...body }),
      update: async (id: number, body: object) => (calls.push([name, 'update', id, body]), { id, ...body }),
      delete: async (id: number) => (calls.push([name, 'delete', id]), {}),
    });
    await TRIGGERS.get('notesUpdated')!({ people: resource('people'), notes: resource('notes') });
    expect(calls).toMatchObject([
      ['people', 'create', { tags: ['Sample'] }],
      ['notes', 'create', { personId: 5, body: expect.any(String) }],
      ['notes', 'update', 5, { subject: expect.any(String) }],
    ]);
  });
});
