import { formatTopic, type BatchContext } from '@porchlight/bus';
import { refuse } from '@porchlight/errors';
import { expectRefusal } from '@porchlight/testkit';
import { createChangeMessage } from '../../test/service';
import { createFactProofs } from './prove-facts';

const ACCOUNT = 7;
const CLAIM = { type: 'auth.accounts.deleted', accountId: ACCOUNT, ids: [ACCOUNT], dataJson: '' };
const { signal } = new AbortController();

/** The proofs of the deals service. Auth answers as `answers` says; `calls` counts the calls of it. */
const open = () => {
  const state = { now: 0, answers: false, calls: 0, stored: 0, ownFails: false };
  const waiting = { size: async () => 0, add: async () => void (state.stored += 1), createWorker: () => undefined };
  const warn = jest.fn();
  const proofs = createFactProofs({
    service: 'deals',
    confirmOwn: async (claims) => {
      if (state.ownFails) throw refuse('UNAVAILABLE');
      return claims.map(() => true);
    },
    confirmFacts: async (_owner, claims) => {
      state.calls += 1;
      if (!state.answers) throw refuse('UNAVAILABLE');
      return claims.map(() => true);
    },
    openJobs: (() => waiting) as never,
    clock: { now: () => state.now },
    logger: { warn, error: jest.fn() } as never,
    metrics: { counter: () => ({ inc: () => undefined }) } as never,
  });
  const handled: string[] = [];
  const guarded = proofs.guard(
    'deals.copies',
    async (batch) => void handled.push(...batch.map(({ type }) => type)),
    false,
  );
  const [service, resource, verb] = ['auth', 'accounts', 'deleted'];
  const message = createChangeMessage(ACCOUNT, { service, resource, verb, ids: [ACCOUNT] });
  const consume = () =>
    guarded([message], { topic: formatTopic('auth'), partition: 0, signal } satisfies BatchContext as BatchContext);
  return { state, proofs, consume, handled, warn, confirm: () => proofs.confirm('auth', [CLAIM], signal) };
};

describe('N4 an owner that does not answer is asked again after 5 s', () => {
  it('given a batch without an answer, when an account is to be erased within 5 s, then auth is not asked', async () => {
    const { state, consume, confirm } = open();
    await consume();
    expect(await confirm()).toBeUndefined();
    expect(state).toMatchObject({ calls: 1, stored: 1 });
  });

  it('given an erasure without an answer, when a batch arrives within 5 s, then auth is not asked and the fact waits', async () => {
    const { state, consume, confirm, handled } = open();
    expect(await confirm()).toBeUndefined();
    await consume();
    expect(state).toMatchObject({ calls: 1, stored: 1 });
    expect(handled).toEqual([]);
  });

  it('given an owner that answers after 5 s, when both ask, then both get its answer, and one warning was logged', async () => {
    const { state, consume, confirm, handled, warn } = open();
    await confirm();
    await confirm();
    state.answers = true;
    state.now = 5_000;
    expect(await confirm()).toEqual([true]);
    await consume();
    expect(handled).toEqual(['auth.accounts.deleted']);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('given claims about own records, when the database fails, then the failure is passed on', async () => {
    const { state, proofs } = open();
    state.ownFails = true;
    await expectRefusal(proofs.confirm('deals', [CLAIM], signal), 'UNAVAILABLE');
    state.ownFails = false;
    expect(await proofs.confirm('deals', [CLAIM], signal)).toEqual([true]);
  });
});
