import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@porchlight/tools/test/scratch-folder';
import { startRole } from './role-process';

describe('a role in a process of its own', () => {
  const folder = scratchFolder();
  const start = (text: string, onEvent?: (event: unknown) => void) => {
    const file = join(folder, `${Math.random()}.cjs`);
    writeFileSync(file, text);
    return startRole(file, 'test', onEvent);
  };

  it.each([
    ['ends before it responds', 'process.exit(3)', "The process 'test' ended."],
    ['does not respond', 'setInterval(() => 0, 1000)', "The process 'test' did not respond in time."],
    ['responds with an error', "process.once('message', () => process.send({ error: 'No.' }))", 'No.'],
  ])('that %s rejects', async (_name, program, message) => {
    const role = start(program);
    try {
      await expect(role.ask({}, { timeoutMs: 500 })).rejects.toThrow(message);
    } finally {
      await role.stop();
    }
  });

  it('reports events and responds', async () => {
    const events: unknown[] = [];
    const role = start(
      "process.once('message', ({ n }) => { process.send({ event: n }); process.send({ result: n + 1 }); })",
      (event) => events.push(event),
    );
    expect(await role.ask({ n: 7 })).toBe(8);
    expect(events).toEqual([7]);
    await role.stop();
  });

  it('that has ended by itself is not waited for, and its last event is not lost', async () => {
    const ended = Promise.withResolvers<unknown>();
    const role = start('process.send({ event: 1 }, () => process.exit())', ended.resolve);
    expect(await ended.promise).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await role.stop();
  });
});
