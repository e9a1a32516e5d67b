import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from './clock';
import { createSkewedClock } from './skewed-clock';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('jumps while the process runs, for the service in the file, and is correct without one', () => {
  const file = join(folder, 'offsets.json');
  const openClock = (service: string, every = 0) => createSkewedClock(file, service, createManualClock(1_000), every);
  const [notifier, people, seldom] = [openClock('notifier'), openClock('people'), openClock('notifier', 60_000)];
  for (const clock of [notifier, people, seldom]) expect(clock.now()).toBe(1_000);
  writeFileSync(file, '{"notifier": 7200000}');
  expect(notifier.now()).toBe(7_201_000);
  expect(notifier.date()).toEqual(new Date(7_201_000));
  expect(people.now()).toBe(1_000);
  expect(seldom.now()).toBe(1_000);
  writeFileSync(file, 'not json');
  expect(notifier.now()).toBe(1_000);
});
