import { refuse } from '@porchlight/errors';
import { startStopwatch } from '@porchlight/runtime';
import { createCopyWaits } from './wait-for-copies';

const call = { actor: { accountId: 7 }, signal: new AbortController().signal };
const unknown = (value: number, what = 'a group') => refuse('UNKNOWN_REFERENCE', { field: 'groupId', what, value });
const kinds = ['a group'];

describe('waiting for a reference', () => {
  it('runs the operation again as soon as a copy of the account arrives', async () => {
    const references = createCopyWaits({ kinds });
    let copied = false;
    const elapsed = startStopwatch();
    const result = references.retry(call, {
      run: async () => {
        if (!copied) throw unknown(1);
        return 'created';
      },
    });
    setTimeout(() => {
      copied = true;
      references.changed(7);
    }, 20);
    await expect(result).resolves.toBe('created');
    expect(elapsed()).toBeLessThan(1_000);
  });

  it('rejects an unknown reference within 2 s, and the same one at once afterwards', async () => {
    const references = createCopyWaits({ kinds });
    const run = async () => Promise.reject(unknown(1));
    const first = startStopwatch();
    await expect(references.retry(call, { run })).rejects.toMatchObject({ reason: 'UNKNOWN_REFERENCE' });
    expect(first()).toBeLessThan(2_000);
    const second = startStopwatch();
    await expect(references.retry(call, { run })).rejects.toMatchObject({ reason: 'UNKNOWN_REFERENCE' });
    expect(second()).toBeLessThan(200);
  });

  it('asks the owning service once after the wait and accepts what it returned', async () => {
    const references = createCopyWaits({ kinds, patienceMs: 0 });
    let asked = 0;
    const run = async () => (asked > 0 ? 'created' : Promise.reject(unknown(1)));
    await expect(references.retry(call, { run, ask: async () => void asked++ })).resolves.toBe('created');
    expect(asked).toBe(1);
  });

  it('waits neither for other kinds of references nor after other errors', async () => {
    const references = createCopyWaits({ kinds });
    for (const error of [unknown(1, 'a pond'), refuse('NOT_FOUND'), new Error('bug')]) {
      let runs = 0;
      const run = async () => {
        runs++;
        throw error;
      };
      await expect(references.retry(call, { run })).rejects.toBe(error);
      expect(runs).toBe(1);
    }
  });

  it('ends with the call', async () => {
    const references = createCopyWaits({ kinds });
    const signal = AbortSignal.timeout(30);
    const elapsed = startStopwatch();
    await expect(
      references.retry({ ...call, signal }, { run: async () => Promise.reject(unknown(1)) }),
    ).rejects.toThrow();
    expect(elapsed()).toBeLessThan(1_000);
  });
});
