import { existsSync, readFileSync } from 'node:fs';
import { composeKey } from '@porchlight/store';
import type { Db } from 'mongodb';
import * as z from 'zod';
import { writePrivateFile } from '../launcher/private-file';
import { forEachDatabase, type FindAddress } from './every-database';

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), account: z.int().min(1), at: z.iso.datetime() }),
  z.object({ kind: z.literal('person'), account: z.int().min(1), id: z.int().min(1), at: z.iso.datetime() }),
]);

/** An erased person or a deleted account: ids and time only. */
export type Erasure = z.output<typeof lineSchema>;

/** Name of the list in the folder of a backup. */
export const ERASURES_FILE = 'erasures.jsonl';

const formatKey = (erasure: Erasure): string =>
  erasure.kind === 'account' ? `account ${erasure.account}` : `person ${erasure.account} ${erasure.id}`;

/** Reads a list; without the file it is empty. Throws an Error that names a wrong line. */
export function readErasures(path: string): Erasure[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      if (line === '') return [];
      try {
        return [lineSchema.parse(JSON.parse(line))];
      } catch {
        throw new Error(`${path} is no list of erasures: line ${at + 1} is wrong.`);
      }
    });
}

async function* readDatabase(database: Db, service: string): AsyncGenerator<Erasure> {
  if (service === 'people')
    for await (const { accountId, personId, at } of database.collection('erasures').find())
      yield { kind: 'person', account: Number(accountId), id: Number(personId), at: (at as Date).toISOString() };
  if (service === 'auth')
    for await (const { _id, deletedAt } of database
      .collection<{ _id: number; deletedAt?: Date }>('accounts')
      .find({ status: 'Deleted', deletedAt: { $gt: new Date(0) } }))
      yield { kind: 'account', account: _id, at: deletedAt!.toISOString() };
}

/**
 * Adds the erasures of the databases to a list outside of them. Those that the list has stay, because a restored
 * database knows fewer. Returns the number of all.
 */
export async function exportErasures(findAddress: FindAddress, path: string): Promise<number> {
  const erasures = new Map(readErasures(path).map((one) => [formatKey(one), one]));
  await forEachDatabase(findAddress, async (database, service) => {
    for await (const one of readDatabase(database, service))
      if (!erasures.has(formatKey(one))) erasures.set(formatKey(one), one);
  });
  writePrivateFile(path, [...erasures.values()].map((one) => `${JSON.stringify(one)}\n`).join(''));
  return erasures.size;
}

/**
 * The erasures whose records exist again. A record that is younger than the erasure is another one: after a restore,
 * ids are given again.
 */
export async function findRestored(findAddress: FindAddress, erasures: readonly Erasure[]): Promise<Erasure[]> {
  const restored: Erasure[] = [];
  await forEachDatabase(findAddress, async (database, service) => {
    for (const one of erasures) {
      const collection = service === 'auth' && one.kind === 'account' ? 'accounts' : 'people';
      if (service !== (one.kind === 'account' ? 'auth' : 'people')) continue;
      const _id = one.kind === 'account' ? one.account : composeKey(one.account, one.id);
      const document = await database
        .collection<{ _id: number; created: Date; status?: string; deletedAt?: Date }>(collection)
        .findOne({ _id }, { projection: { created: 1, status: 1, deletedAt: 1 } });
      const isGone =
        !document || document.status === 'Deleted' || (one.kind === 'person' && document.deletedAt !== undefined);
      if (!isGone && document.created <= new Date(one.at)) restored.push(one);
    }
  });
  return restored;
}

/**
 * Records that a person was erased by people of an earlier version, which stored no erasure: people then confirms the
 * messages about it. May be repeated. Throws an Error if the person exists: it must be erased.
 */
export async function recordErasure(
  findAddress: FindAddress,
  { account, id, at }: { readonly account: number; readonly id: number; readonly at: Date },
): Promise<void> {
  await forEachDatabase(findAddress, async (database, service) => {
    if (service !== 'people') return;
    const _id = composeKey(account, id);
    const person = await database
      .collection<{ _id: number; deletedAt?: Date }>('people')
      .findOne({ _id }, { projection: { deletedAt: 1 } });
    if (person && person.deletedAt === undefined)
      throw new Error(
        `Person ${id} of account ${account} exists. Erase the person instead: 'porchlight person erase'.`,
      );
    const erasures = database.collection<{ _id: number }>('erasures');
    const stored = await erasures.findOne({ _id }, { projection: { _id: 1 } });
    if (!stored) await erasures.insertOne({ _id, accountId: account, personId: id, at } as { _id: number });
  });
}
