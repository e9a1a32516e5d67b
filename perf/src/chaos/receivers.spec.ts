import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@porchlight/testkit';
import { startQueueReceiver } from './receivers';

describe('a receiver in a process of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-receiver-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const program = (text: string): string => {
    const file = join(folder, `${Math.random()}.cjs`);
    writeFileSync(file, text);
    return file;
  };
  const tls = { certFile: '', keyFile: '' };

  it('that ended by itself is not waited for', async () => {
    const paths: string[] = [];
    const receiver = await startQueueReceiver(
      program("process.send({ port: 1 }); process.send({ path: '/last', arrival: {} }, () => process.exit())"),
      tls,
      (path) => void paths.push(path),
    );
    await eventually(() => expect(paths).toEqual(['/last']));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await receiver.stop();
  }, 5_000);

  it('that ends before it listens is an error', async () => {
    await expect(startQueueReceiver(program('process.exit()'), tls, () => undefined)).rejects.toThrow('ended');
  });
});
