import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { holdToBackends, type BackendChoice } from '../src/launcher/backend-choice';
import { dataFolderAt, emptyDataFolder, openDataFolder, shownPath } from '../src/launcher/data-folder';
import { choosePorts, type Ports } from '../src/launcher/ports';
import { scratchFolder } from './scratch-folder';

const scratch = scratchFolder();

it('never empties or uses a folder that is not its own', () => {
  const foreign = join(scratch, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'thesis.txt'), 'years of work');
  expect(() => openDataFolder(dataFolderAt(foreign))).toThrow('not a data folder of Porchlight');
  expect(() => emptyDataFolder(dataFolderAt(foreign))).toThrow('not emptied');
  expect(readdirSync(foreign)).toEqual(['thesis.txt']);
});

it('empties its own but for the logs', () => {
  const folder = dataFolderAt(join(scratch, 'own'));
  openDataFolder(folder);
  writeFileSync(folder.demoFile, '{}');
  emptyDataFolder(folder);
  expect(existsSync(folder.demoFile)).toBe(false);
  expect(readdirSync(folder.path).filter((name) => !name.startsWith('.'))).toEqual(['logs']);
  openDataFolder(folder);
  expect(existsSync(folder.kafka)).toBe(true);
});

it('shows paths relative to the project where they lie inside', () => {
  expect(shownPath('/p', '/p/.local/tls/ca.crt')).toBe('.local/tls/ca.crt');
  expect(shownPath('/p', '/elsewhere/ca.crt')).toBe('/elsewhere/ca.crt');
});

it('does not mix up what two kinds of backend wrote', () => {
  const file = join(scratch, 'backends.json');
  const native: BackendChoice = { kafka: { kind: 'address', brokers: [] }, database: { kind: 'secantus', file: 'x' } };
  holdToBackends(file, native);
  holdToBackends(file, native);
  expect(() => holdToBackends(file, { ...native, database: { kind: 'mongod', file: 'x' } })).toThrow(
    /--data DIR.*--fresh/,
  );
});

describe('ports', () => {
  const listAllPorts = (ports: Ports): number[] => [
    ports.gateway,
    ...ports.kafka.flatMap(({ port, controllerPort }) => [port, controllerPort]),
    ...Object.values(ports.databases),
    ...Object.values(ports.rpc),
    ...Object.values(ports.operations),
  ];

  it('are all different, and the same again at the next start', async () => {
    const file = join(scratch, 'ports.json');
    const ports = await choosePorts(file, 0);
    expect(new Set(listAllPorts(ports)).size).toBe(19);
    expect(await choosePorts(file, 0)).toEqual(ports);
  });

  it('of stacks that choose at once are different too', async () => {
    const ports = await Promise.all(
      Array.from({ length: 8 }, (_, n) => choosePorts(join(scratch, `ports-${n}.json`), 0)),
    );
    const all = ports.flatMap(listAllPorts);
    expect(new Set(all).size).toBe(8 * 19);
  });

  it('says so when the port asked for is taken', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, () => resolve((server.address() as { port: number }).port)),
    );
    await expect(choosePorts(join(scratch, 'taken.json'), port)).rejects.toThrow(`Port ${port} is taken`);
    server.close();
  });
});
