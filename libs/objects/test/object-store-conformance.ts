import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as tick } from 'node:timers/promises';
import { SizeMismatch, type ObjectStore } from '../src';

/** Each test has a prefix of its own, so that a store may be shared. */
let tests = 0;
const { signal } = new AbortController();

/** The promises of the port, for each implementation. */
export const describeObjectStore = (name: string, open: () => ObjectStore): void => {
  describe(`D12.2 object store: ${name}`, () => {
    const openStore = () => {
      const store = open();
      const prefix = `test-${++tests}`;
      const put = (key: string, bytes: Buffer, size = bytes.length) =>
        store.put(`${prefix}/${key}`, Readable.from([bytes]), size, signal);
      const read = async (key: string, first?: number): Promise<Buffer | undefined> => {
        const found = await store.get(`${prefix}/${key}`, signal, first);
        return found && buffer(found.body);
      };
      return { store, prefix, put, read };
    };

    it('given an object, when it is read, then it has the same bytes and size', async () => {
      const { store, prefix, put, read } = openStore();
      const bytes = randomBytes(3_000_000);
      await put('a', bytes);
      expect((await read('a'))?.equals(bytes)).toBe(true);
      expect(await store.size(`${prefix}/a`, signal)).toBe(3_000_000);
    });

    it('given no object, when it is read, then there is none', async () => {
      const { store, prefix, read } = openStore();
      expect(await read('missing')).toBeUndefined();
      expect(await store.size(`${prefix}/missing`, signal)).toBeUndefined();
    });

    it('given an object, when its beginning is read, then only that is returned', async () => {
      const { put, read } = openStore();
      await put('a', Buffer.from('0123456789'));
      expect((await read('a', 4))?.toString()).toBe('0123');
      expect((await read('a', 40))?.toString()).toBe('0123456789');
    });

    it('given an object, when it is written again, then the new bytes replace it', async () => {
      const { put, read } = openStore();
      await put('a', Buffer.from('first content'));
      await put('a', Buffer.from('second'));
      expect((await read('a'))?.toString()).toBe('second');
    });

    it.each([
      ['fewer', 12],
      ['more', 8],
    ])('given %s bytes than announced, when it is written, then there is no object', async (_what, size) => {
      const { put, read } = openStore();
      await expect(put('a', Buffer.from('0123456789'), size)).rejects.toThrow(SizeMismatch);
      expect(await read('a')).toBeUndefined();
    });

    it('given a stream that fails, when it is written, then there is no object', async () => {
      const { store, prefix, read } = openStore();
      const failing = Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000);
          await tick();
          throw new Error('aborted upload');
        })(),
      );
      await expect(store.put(`${prefix}/a`, failing, 200_000, signal)).rejects.toThrow('aborted upload');
      expect(await read('a')).toBeUndefined();
    });

    it('given an object, when it is copied and deleted, then the copy remains', async () => {
      const { store, prefix, put, read } = openStore();
      await put('a', Buffer.from('content'));
      await store.copy(`${prefix}/a`, `${prefix}/b`, signal);
      await store.delete(`${prefix}/a`, signal);
      expect(await read('a')).toBeUndefined();
      expect((await read('b'))?.toString()).toBe('content');
    });

    it('given no object, when it is deleted, then nothing fails', async () => {
      const { store, prefix } = openStore();
      await expect(store.delete(`${prefix}/missing`, signal)).resolves.toBeUndefined();
    });

    it('given objects below a prefix, when all are deleted, then others remain', async () => {
      const { store, prefix, put, read } = openStore();
      for (const key of ['1/a', '1/b/c', '12/a']) await put(key, Buffer.from(key));
      let deletion = await store.deleteAll(`${prefix}/1/`, 1, signal);
      expect(deletion).toEqual({ deleted: 1, more: true });
      while (deletion.more) deletion = await store.deleteAll(`${prefix}/1/`, 1, signal);
      expect(await read('1/a')).toBeUndefined();
      expect(await read('1/b/c')).toBeUndefined();
      expect((await read('12/a'))?.toString()).toBe('12/a');
    });

    it.each(['../a', 'a//b', '/a', 'a/../../b', 'a\0b', ''])(
      'given the key %j, then it is refused before anything is written',
      async (key) => {
        const { store } = openStore();
        await expect(async () => store.put(key, Readable.from([]), 0, signal)).rejects.toThrow('A key has letters');
      },
    );
  });
};
