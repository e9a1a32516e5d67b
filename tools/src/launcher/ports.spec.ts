import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@porchlight/testkit';
import { choosePorts, type Ports } from './ports';

const listPorts = ({ gateway, kafka, databases, rpc, operations, external }: Ports): number[] => [
  gateway,
  ...kafka.flatMap(({ port, controllerPort }) => [port, controllerPort]),
  ...Object.values(databases),
  ...Object.values(rpc),
  ...Object.values(operations),
  external,
];

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'ports-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('given two stacks that start at once on ports of their own, then they share none', async () => {
  const chosen = await Promise.all(
    ['one', 'other'].map(async (name) => choosePorts(join(folder, `${name}.json`), await freePort(), 3)),
  );
  const all = chosen.flatMap(listPorts);
  expect(new Set(all).size).toBe(all.length);
});

it('given a stack that starts again, then it has the same ports', async () => {
  const file = join(folder, 'ports.json');
  const gateway = await freePort();
  expect(await choosePorts(file, gateway)).toEqual(await choosePorts(file, gateway));
});
