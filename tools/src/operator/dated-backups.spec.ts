import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDatedBackup } from './dated-backups';

describe('dated backups', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'porchlight-dated-'))));
  afterEach(() => rm(folder, { recursive: true }));
  const write = async (to: string): Promise<void> => {
    await mkdir(to);
    await writeFile(join(to, 'content'), 'x');
  };
  const day = (n: number): Date => new Date(Date.UTC(2026, 0, n, 2, 15));

  it('given three backups and a limit of two, then the oldest is deleted and other files stay', async () => {
    await writeFile(join(folder, 'notes.txt'), '');
    for (const n of [1, 2, 3]) await writeDatedBackup(folder, 2, write, day(n));
    expect((await readdir(folder)).sort()).toEqual(['2026-01-02T02-15-00Z', '2026-01-03T02-15-00Z', 'notes.txt']);
  });

  it('given a backup that fails, then the earlier ones stay and it is not among them', async () => {
    await writeDatedBackup(folder, 1, write, day(1));
    const fail = async (to: string): Promise<void> => {
      await write(to);
      throw new Error('no space');
    };
    await expect(writeDatedBackup(folder, 1, fail, day(2))).rejects.toThrow('no space');
    expect(await readdir(folder)).toContain('2026-01-01T02-15-00Z');
    expect(await readdir(folder)).not.toContain('2026-01-02T02-15-00Z');
    await writeDatedBackup(folder, 1, write, day(3));
    expect(await readdir(folder)).toEqual(['2026-01-03T02-15-00Z']);
  });
});
