import type { RecordIgnoredFieldsRequest } from '@porchlight/contracts';
import { createMetrics } from '@porchlight/runtime';
import { createReadingCounts } from './reading-counts';

let calls: RecordIgnoredFieldsRequest[] = [];
let fails = false;
const record = async (call: RecordIgnoredFieldsRequest): Promise<void> => {
  if (fails) throw new Error('auth is away');
  calls.push(call);
};
const metrics = createMetrics({ service: 'gateway', processMetrics: false });
const build = () =>
  createReadingCounts({ record, metrics, logger: { warn: () => undefined } as never, everyMs: 60_000 });
const read = { accountId: 7, system: 'Demo', operation: 'people.events.create' };

beforeEach(() => {
  calls = [];
  fails = false;
});

it('counts requests by account, system, operation and field, independent of the position in a list', async () => {
  const counts = build();
  counts.ignored({ ...read, fields: ['person.emails.0.type', 'person.emails.1.type', 'extra'] });
  counts.ignored({ ...read, fields: ['person.emails.3.type'] });
  counts.ignored({ ...read, accountId: 8, fields: ['extra'] });
  counts.unregistered(7, 'Elsewhere');
  counts.unregistered(7, 'Elsewhere');
  await counts.stop();
  const { fields, unregistered } = calls[0]!;
  expect(fields.map(({ accountId, field, count }) => [accountId, field, count])).toEqual([
    [7, 'person.emails.type', 2],
    [7, 'extra', 1],
    [8, 'extra', 1],
  ]);
  expect(unregistered).toEqual([{ accountId: 7, name: 'Elsewhere', count: 2 }]);
  expect(await metrics.registry.metrics()).toContain(
    'porchlight_ignored_fields_total{operation="people.events.create",service="gateway"} 5',
  );
});

it('retains the counts of a failed call for the next one, and has at most 1,000 counters', async () => {
  const counts = build();
  fails = true;
  for (let n = 0; n < 3_000; n++) counts.ignored({ ...read, fields: [`f${n}`] });
  const stopped = counts.stop();
  await stopped;
  fails = false;
  counts.ignored({ ...read, fields: ['f1'] });
  await counts.stop();
  expect(calls).toHaveLength(1);
  expect(calls[0]!.fields).toHaveLength(1_000);
  expect(calls[0]!.fields.find(({ field }) => field === 'f1')!.count).toBe(2);
});
