import {
  INFECTED,
  SCANNER_BYTES,
  SIGNATURE,
  startFakeScanner,
  startScanner,
  type TestScanner,
} from '@porchlight/testkit';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { createClamdScanner } from '../src';

const { signal } = new AbortController();

describe.each([
  ['the fake', startFakeScanner],
  ['clamd where it is installed', startScanner],
])('D12.2 scanner, with %s', (_name, start) => {
  let server: TestScanner;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  const scan = (...chunks: (string | Buffer)[]) =>
    createClamdScanner(server.address).scan(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), signal);

  it('given harmless content, then it is clean', async () => {
    expect(await scan('hello ', 'world')).toEqual({ clean: true });
  });

  it('given no content, then it is clean', async () => {
    expect(await scan()).toEqual({ clean: true });
  });

  it('given content with a signature across chunks, then it is named', async () => {
    const verdict = await scan(`xx${INFECTED.slice(0, 9)}`, `${INFECTED.slice(9)}yy`);
    expect(verdict).toMatchObject({ clean: false, signature: expect.stringContaining(SIGNATURE) });
  });

  it('given more content than the scanner accepts, then the scan fails', async () => {
    const chunk = Buffer.alloc(SCANNER_BYTES / 4, 1);
    await expect(scan(chunk, chunk, chunk, chunk, chunk, chunk)).rejects.toThrow();
  });
});

describe('D12.2 scanner that does not work', () => {
  it('given no scanner at the address, then the scan fails', async () => {
    await expect(createClamdScanner('127.0.0.1:9').scan(Readable.from([]), signal)).rejects.toThrow('ECONNREFUSED');
  });

  it('given a scanner that says nothing, when the call ends, then the scan fails', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const ended = AbortSignal.timeout(100);
    await expect(createClamdScanner(`127.0.0.1:${port}`).scan(Readable.from([]), ended)).rejects.toThrow(
      'The scan was ended.',
    );
    silent.close();
  });
});
