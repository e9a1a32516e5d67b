import { createManualClock } from '@porchlight/runtime';
import { systemCall, type PendingChange, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { dieAt, randomAccountId } from '@porchlight/testkit';
import { listVerbs, openLoneSuppressions } from './lone-suppressions';

const NEVER = new AbortController().signal;
const clock = createManualClock(Date.UTC(2026, 4, 1));
const published: PendingChange[] = [];
const immortal = <T extends object>(target: T): T => target;

let store: Store;
let lone: ReturnType<typeof openLoneSuppressions>;
beforeAll(async () => {
  store = await openLoneStore({
    service: 'marketing',
    clock,
    publish: async (changes) => void published.push(...changes),
  });
  lone = openLoneSuppressions(store, clock);
  await store.start();
});
afterAll(() => store.stop(AbortSignal.timeout(5_000)));

type Process = ReturnType<typeof lone.startProcess>;

/** A process does the work and ends at its nth operation; another repeats it. False: no process ended. */
const interrupt = async (
  nth: number,
  late: boolean,
  work: (process: Process, accountId: number) => Promise<unknown>,
  check: (accountId: number) => Promise<void>,
  prepare: (process: Process, accountId: number) => Promise<unknown> = async () => undefined,
): Promise<boolean> => {
  const accountId = randomAccountId();
  await prepare(lone.startProcess(immortal), accountId);
  const { mortal, wasKilled } = dieAt(nth, late);
  await work(lone.startProcess(mortal), accountId).catch((error: Error) => {
    if (error.message !== 'killed') throw error;
  });
  await work(lone.startProcess(immortal), accountId);
  await check(accountId);
  return wasKilled();
};

/** Interrupts every operation, one after another. */
const interruptAll = async (least: number, run: (nth: number) => Promise<boolean>): Promise<void> => {
  let nth = 1;
  while (await run(nth)) nth++;
  expect(nth).toBeGreaterThan(least);
};

const REQUESTS = [
  { address: 'ann@x.example', reason: 'unsubscribed', source: 'event' },
  { address: 'bo@x.example', reason: 'bounced', source: 'emEvent' },
] as const;
const at = clock.date();

const optOut = ({ suppressed }: Process, accountId: number) =>
  suppressed.suppress(
    systemCall(accountId, NEVER),
    REQUESTS.map((request) => ({ ...request, at })),
  );
const find = (accountId: number, address: string) =>
  lone.startProcess(immortal).suppressed.find(accountId, address, NEVER);

describe('D13.4 (1) a process that ends while it records opt-outs', () => {
  it.each([false, true])(
    'given it ends at any operation (its answer lost: %s), when the message is repeated, then each address is suppressed once',
    async (late) => {
      await interruptAll(3, (nth) =>
        interrupt(nth, late, optOut, async (accountId) => {
          expect(await find(accountId, 'ANN@x.example')).toMatchObject({ reason: 'unsubscribed' });
          expect(await find(accountId, 'bo@x.example')).toMatchObject({ reason: 'bounced' });
          expect(listVerbs(published, accountId)).toEqual(['created', 'created']);
        }),
      );
    },
  );

  it.each([false, true])(
    'given it ends at any operation of a stronger reason (its answer lost: %s), then the stronger reason stays',
    async (late) => {
      const complain = ({ suppressed }: Process, accountId: number) =>
        suppressed.suppress(systemCall(accountId, NEVER), [{ ...REQUESTS[1], reason: 'complained' }]);
      await interruptAll(2, (nth) =>
        interrupt(
          nth,
          late,
          complain,
          async (accountId) =>
            expect(await find(accountId, 'bo@x.example')).toMatchObject({ reason: 'complained', version: 2 }),
          optOut,
        ),
      );
    },
  );

  it.each([false, true])(
    'given it ends at any operation of an opt-in (its answer lost: %s), then an older opt-out that is repeated does not suppress',
    async (late) => {
      const optIn = async ({ suppressions, optIns }: Process, accountId: number) => {
        const call = systemCall(accountId, NEVER);
        for (const suppression of await suppressions.find(call, {}, 9)) {
          await optIns.record(accountId, suppression.addressHash, clock.date());
          await suppressions.remove(call, suppression.id);
        }
      };
      await interruptAll(4, (nth) =>
        interrupt(
          nth,
          late,
          optIn,
          async (accountId) => {
            await optOut(lone.startProcess(immortal), accountId);
            expect(await find(accountId, 'ann@x.example')).toBeUndefined();
            expect(await find(accountId, 'bo@x.example')).toBeUndefined();
          },
          optOut,
        ),
      );
    },
  );
});
