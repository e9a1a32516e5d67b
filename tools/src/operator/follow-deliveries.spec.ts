import { describeDelivery, followDeliveries, type Delivery } from './follow-deliveries';
import { describeSent } from './lead-command';

const delivery = (id: string, more: Partial<Delivery> = {}): Delivery => ({
  id,
  eventId: `e${id}`,
  event: 'peopleCreated',
  status: 'Delivered',
  created: '2026-01-01T00:00:00Z',
  nextAttempt: null,
  attempts: [],
  ...more,
});
const attempt = { at: '2026-01-01T00:00:01Z', status: 503, ms: 12, error: null, response: null };

it('prints each delivery once per attempt and state, oldest first, until it is stopped', async () => {
  const stop = new AbortController();
  const looks = [
    [delivery('2', { status: 'Pending' }), delivery('1')],
    [delivery('3'), delivery('2', { status: 'Pending', attempts: [attempt] }), delivery('1')],
    [delivery('3'), delivery('2', { attempts: [attempt, attempt] }), delivery('1')],
  ];
  const queries: unknown[] = [];
  const webhooks = {
    deliveries: (id: number, query: object) => {
      queries.push([id, query]);
      return {
        pages: async function* () {
          yield { deliveries: looks.shift() ?? [] };
        },
      };
    },
  };
  const printed: string[] = [];
  await followDeliveries({ webhooks } as never, {
    webhookIds: [7],
    since: '2026-01-01T00:00:00Z',
    signal: stop.signal,
    wait: async () => void (looks.length === 0 && stop.abort()),
    show: (webhookId, { id, status, attempts }) => printed.push(`${webhookId}/${id} ${status} ${attempts.length}`),
  });
  expect(printed).toEqual(['7/1 Delivered 0', '7/2 Pending 0', '7/2 Pending 1', '7/3 Delivered 0', '7/2 Delivered 2']);
  expect(queries[0]).toEqual([7, { since: '2026-01-01T00:00:00Z', limit: 100 }]);
});

it('prints the result of a delivery in one line without control characters', () => {
  expect(
    describeDelivery(
      7,
      delivery('1', {
        status: 'Pending',
        attempts: [attempt, { ...attempt, status: null, error: 'time\u001b[2Jout' }],
        nextAttempt: '2026-01-01T01:00:00Z',
      }),
    ),
  ).toBe(
    '2026-01-01T00:00:00Z  webhook 7  peopleCreated  e1  Pending: time·[2Jout, attempt 2, again 2026-01-01T01:00:00Z',
  );
  expect(describeDelivery(7, delivery('1'))).toMatch(/Delivered: not tried yet$/);
});

it('prints the result of a lead without control characters', () => {
  expect(describeSent({ outcome: 'new', personId: 1, name: 'A\u001bB', eventId: 2 })).toBe(
    'new: person 1 A·B, event 2',
  );
});
