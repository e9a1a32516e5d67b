import { sleep } from './deadlines';
import { createLineWriter } from './line-writer';

/** A descriptor that accepts as many bytes as the test allows. */
const pipe = () => {
  const written: Buffer[] = [];
  const state = { calls: 0, take: (bytes: Buffer): number => bytes.length };
  const write = (_: number, bytes: Buffer): number => {
    state.calls++;
    const taken = state.take(bytes);
    written.push(bytes.subarray(0, taken));
    return taken;
  };
  return { state, write, text: () => Buffer.concat(written).toString() };
};
const full = (): never => {
  throw Object.assign(new Error('full'), { code: 'EAGAIN' });
};
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('createLineWriter', () => {
  it('writes the lines of one turn with one call, in order', async () => {
    const out = pipe();
    const writer = createLineWriter(1, { write: out.write });
    for (const line of ['a\n', 'b\n', 'ü\n']) writer.write(line);
    expect(out.state.calls).toBe(0);
    await nextTurn();
    expect(out.text()).toBe('a\nb\nü\n');
    expect(out.state.calls).toBe(1);
  });

  it('writes at once when flushed, and no line twice', async () => {
    const out = pipe();
    const writer = createLineWriter(1, { write: out.write });
    writer.write('last words\n');
    writer.flushSync();
    expect(out.text()).toBe('last words\n');
    await nextTurn();
    expect(out.text()).toBe('last words\n');
  });

  it('continues after a partial write, also within a multi-byte character', async () => {
    const out = pipe();
    const writer = createLineWriter(1, { write: out.write });
    let turn = 0;
    out.state.take = () => (++turn % 2 === 0 ? full() : 1);
    writer.write('üß\n');
    await nextTurn();
    out.state.take = (bytes) => bytes.length;
    writer.write('next\n');
    await sleep(60);
    expect(out.state.calls).toBeGreaterThan(2);
    writer.flushSync();
    expect(out.text()).toBe('üß\nnext\n');
  });

  it('drops lines over its limit, and accepts new ones when the reader is back', async () => {
    const out = pipe();
    const writer = createLineWriter(1, { write: out.write, maxWaiting: 100 });
    out.state.take = full;
    for (let n = 0; n < 1_000; n++) writer.write('0123456789\n');
    await nextTurn();
    out.state.take = (bytes) => bytes.length;
    writer.flushSync();
    expect(out.text().length).toBeLessThan(130);
    writer.write('back\n');
    writer.flushSync();
    expect(out.text().endsWith('back\n')).toBe(true);
  });

  it('survives a closed reader', async () => {
    const out = pipe();
    const writer = createLineWriter(1, { write: out.write });
    out.state.take = () => {
      throw Object.assign(new Error('gone'), { code: 'EPIPE' });
    };
    writer.write('a\n');
    await nextTurn();
    writer.write('b\n');
    await nextTurn();
    expect(out.state.calls).toBe(1);
  });

  it('abandons a full pipe at the end of the process', () => {
    const out = pipe();
    const writer = createLineWriter(1, { write: out.write });
    out.state.take = full;
    writer.write('a\n');
    const started = performance.now();
    writer.flushSync();
    expect(performance.now() - started).toBeLessThan(3_000);
    out.state.take = (bytes) => bytes.length;
    writer.flushSync();
    expect(out.text()).toBe('a\n');
  });
});
