import { dirname } from 'node:path';
import { runLoad } from '../../load/run-load';
import { readConnection } from '@porchlight/tools/src/send/connection';
import { createServiceClient } from '@porchlight/tools/src/send/service-client';
import type { PairOptions } from '../scale/measure-scale';
import { openInnerServices } from './inner-services';
import { fillDeals, runDeals, type DealsResult, type FillingDeal } from './run-deals';
import { listRecipients } from './run-marketing';
import type { PartsContext } from './run-parts';
import { runPlanSteps, type PlanStepsResult } from './run-plan-steps';
import { fillEvents, runStoredEvents, type EventsSide, type StoredEventsResult } from './run-stored-events';

const FEW_DEALS = 1_000;
const FEW_EVENTS = 10_000;
/** People of the loader's accounts for few and many email events. */
const PEOPLE = [1_000, 10_000];
/** Time limit for filling an account. After it, the bench measures the stored records. */
const FILL_MS = 15 * 60_000;

/** Fills one account with few deals and one with many, and measures their lists. */
export const measureDeals = async (
  { client, connection, account, options, signal, say }: PartsContext,
  pair: PairOptions,
): Promise<DealsResult> => {
  const [loaded] = await runLoad({ sizes: [FEW_DEALS], data: dirname(options.connection), signal });
  const small = createServiceClient(connection, loaded!.account, { connections: options.connections });
  try {
    say(`deals: filling accounts up to ${FEW_DEALS} and ${options.deals} deals`);
    for (const [of, id, count] of [
      [small, loaded!.account.id, FEW_DEALS],
      [client, account.id, options.deals],
    ] as const) {
      const inner = openInnerServices(options.connection, id);
      const create = (deal: FillingDeal) =>
        inner.deals.createDeal(
          {
            record: { id: 0, userIds: [], people: [], users: [], customFields: {}, version: 0, ...deal },
            mask: Object.keys(deal),
            options: {},
          },
          { ...inner.as, signal },
        );
      await fillDeals(of, count, { create, maxMs: FILL_MS, signal }).finally(() => inner.close());
    }
    return await runDeals([small, client], pair);
  } finally {
    await small.close();
  }
};

/** Fills an account with few email events and one with many, and measures how they are read. */
export const measureStored = async (
  { connection, options, signal, say }: PartsContext,
  pair: PairOptions,
): Promise<StoredEventsResult> => {
  const loaded = await runLoad({ sizes: PEOPLE, data: dirname(options.connection), signal });
  const undo: (() => Promise<void>)[] = [];
  try {
    const sides: EventsSide[] = [];
    const events: number[] = [];
    for (const [at, { account, size }] of loaded.entries()) {
      const client = createServiceClient(connection, account, { connections: options.connections, timeoutMs: 60_000 });
      const inner = openInnerServices(options.connection, account.id);
      undo.push(() => client.close(), inner.close);
      const count = at === 0 ? FEW_EVENTS : options.events;
      say(`emevents-read: filling an account of ${size} people up to ${count} email events`);
      const side = { client, inner, recipients: await listRecipients(client, size) };
      events.push(await fillEvents(side, count, { maxMs: FILL_MS, say, signal }));
      sides.push(side);
    }
    return await runStoredEvents(sides as [EventsSide, EventsSide], events as [number, number], pair);
  } finally {
    for (const step of undo) await step();
  }
};

/** Measures plan steps while the marketing service is killed and restarted by the launcher. */
export const measurePlanSteps = async ({
  connection,
  options,
  signal,
  say,
  sleep,
}: PartsContext): Promise<PlanStepsResult> => {
  const [loaded] = await runLoad({ sizes: [options.steps], data: dirname(options.connection), signal });
  const client = createServiceClient(connection, loaded!.account, { connections: options.connections });
  const inner = openInnerServices(options.connection, loaded!.account.id);
  try {
    // Ids in a loaded account start at 1.
    const people = Array.from({ length: options.steps }, (_, at) => at + 1);
    const kill = (): void =>
      void process.kill(readConnection(options.connection).pids['marketing'] ?? Number.NaN, 'SIGKILL');
    return await runPlanSteps(client, inner, people, { kill, say, sleep, signal });
  } finally {
    await Promise.allSettled([client.close(), inner.close()]);
  }
};
