import {
  PorchlightError,
  verifyWebhook,
  type Porchlight,
  type StreamedEvent,
  type WebhookEventName,
} from '@porchlight/sdk';
import { allResources } from '@porchlight/contracts';
import { listen } from '@porchlight/testkit/src/listen';
import { describeForwarded, describeReady, forwardEvents } from './listen-command';
import { createRunSecret } from './sign-notification';
import { causeEvent, describeSample, TRIGGERS } from './trigger-command';

const createEvent = (event: WebhookEventName, nth: number): StreamedEvent => ({
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
  stream: async function* ({ onPosition } = {}) {
    await onPosition?.('e-0');
    for (const event of events) {
      yield event;
      await onPosition?.(event.id);
    }
  },
});

const print = (lines: string[]): Parameters<typeof forwardEvents>[2] => ({
  onReady: () => lines.push('ready'),
  onForwarded: (one) => lines.push(describeForwarded(one)),
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
      print(lines),
    );
    await receiver.stop();
    expect(lines).toEqual(['ready', 'peopleCreated  event-1  [1]  200', 'peopleCreated  event-3  [3]  200']);
    await expect(verifyWebhook(received[0]!, { secret })).resolves.toEqual(events[0]!.data);
  });

  it('given a receiver that does not answer, then the next event is forwarded all the same', async () => {
    const lines: string[] = [];
    await forwardEvents(
      streamOf(createEvent('peopleCreated', 1), createEvent('peopleCreated', 2)),
      { forwardTo: 'http://127.0.0.1:1', secret: createRunSecret(), signal: new AbortController().signal },
      print(lines),
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('failed');
  });

  it('given a count, then it ends after as many events', async () => {
    const lines: string[] = [];
    await forwardEvents(
      streamOf(createEvent('peopleCreated', 1), createEvent('peopleCreated', 2)),
      { forwardTo: 'http://127.0.0.1:1', count: 1, secret: createRunSecret(), signal: new AbortController().signal },
      print(lines),
    );
    expect(lines).toHaveLength(2);
  });

  it('given a stream that cannot be opened, then it does not say that it is ready', async () => {
    const stream = async function* (): AsyncGenerator<StreamedEvent, void, undefined> {
      throw new PorchlightError('The key is not valid.', { reason: 'UNAUTHENTICATED' });
    };
    const lines: string[] = [];
    const forwarding = { forwardTo: 'http://127.0.0.1:1', secret: 's', signal: new AbortController().signal };
    await expect(forwardEvents({ stream }, forwarding, print(lines))).rejects.toThrow('The key is not valid.');
    expect(lines).toEqual([]);
  });

  it('given its line, then it has the events, the address and the secret', () => {
    const forwardTo = 'http://localhost:3000/hooks';
    expect(describeReady({ forwardTo, secret: 'whsec_1' })).toBe(
      'Ready: all events are forwarded to http://localhost:3000/hooks, signed with whsec_1',
    );
    expect(describeReady({ forwardTo, secret: 'whsec_1', events: ['peopleCreated', 'notesCreated'] })).toContain(
      'Ready: peopleCreated, notesCreated are forwarded',
    );
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

  /** Records that note each call. */
  const recordCalls = () => {
    const calls: unknown[] = [];
    const resource = (name: string) => ({
      create: async (body: object) => (calls.push([name, 'create', body]), { id: 5, ...body }),
      update: async (id: number, body: object) => (calls.push([name, 'update', id, body]), { id, ...body }),
      delete: async (id: number) => (calls.push([name, 'delete', id]), {}),
    });
    return { calls, records: Object.fromEntries(allResources.map(({ resource: name }) => [name, resource(name)])) };
  };

  it('given a note that is updated, then a sample person and its note are created and changed', async () => {
    const { calls, records } = recordCalls();
    await causeEvent('notesUpdated', records);
    expect(calls).toMatchObject([
      ['people', 'create', { tags: ['Sample'] }],
      ['notes', 'create', { personId: 5, body: expect.any(String) }],
      ['notes', 'update', 5, { subject: expect.any(String) }],
    ]);
  });

  it.each([...TRIGGERS.keys()].filter((name) => name !== 'peopleDeleted'))(
    '%s names the sample person that stays',
    async (name) => {
      expect((await causeEvent(name, recordCalls().records)).people).toEqual([5]);
    },
  );

  it('given peopleDeleted, then no sample person stays', async () => {
    expect((await causeEvent('peopleDeleted', recordCalls().records)).people).toEqual([]);
  });

  it('given a sample person that stays, then the line has the command that deletes it', () => {
    expect(describeSample(12)).toMatch(/ 12 stays\..*: porchlight people delete 12$/);
  });
});
