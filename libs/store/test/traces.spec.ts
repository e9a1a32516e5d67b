import type { Span, Tracing } from '@porchlight/runtime';
import { callBy, buildInput } from './conformance/sample-resource';
import { createTestClock, drained, openTestStore } from './conformance/test-store';
import { createMemoryDatabase } from '../src/memory/memory-database';
import type { Document } from '../src/contract/document';
import { inAllAccounts } from '../src/routing/statement-accounts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const call = callBy(1);

/** Traces of which the code that runs is part while `traced` is on. */
const createSwitch = () => {
  const state = { traced: false };
  const tracing = {
    current: () => (state.traced ? ({ traceparent: TRACEPARENT } as Span) : undefined),
    apart: (work: () => unknown) => work(),
  } as Tracing;
  return { state, tracing };
};

test('a change that belongs to a trace is published with it; other changes have no trace', async () => {
  const { state, tracing } = createSwitch();
  const test1 = await openTestStore(createMemoryDatabase(), { tracing });
  state.traced = true;
  await test1.items.create(call, ...buildInput({ name: 'x' }));
  state.traced = false;
  await test1.items.update(call, 1, ...buildInput({ name: 'y' }));
  await drained(test1);
  expect(test1.published.map((change) => ['traceparent' in change, change.traceparent])).toEqual([
    [true, TRACEPARENT],
    [false, undefined],
  ]);
  await test1.stop();
});

test('the trace of a change survives the process that wrote it: the relay publishes the change with it', async () => {
  const { state, tracing } = createSwitch();
  const database = createMemoryDatabase();
  const dead = await openTestStore(database, { tracing, publish: () => Promise.reject(new Error('away')) });
  state.traced = true;
  await dead.items.create(call, ...buildInput({ name: 'x' }));
  const [kept] = await database
    .collection<Document>(dead.items.descriptor.resource)
    .find(inAllAccounts({}), { limit: 1 });
  expect(kept!.outbox![0]).toMatchObject({ traceparent: TRACEPARENT });

  const clock = createTestClock();
  const other = await openTestStore(database, { clock });
  clock.advance(3_600_000);
  await other.store.relay.run();
  expect(other.published.map(({ traceparent }) => traceparent)).toEqual([TRACEPARENT]);
});
