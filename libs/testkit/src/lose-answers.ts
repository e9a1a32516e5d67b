import { MongoClient } from 'mongodb';

interface JournalRow {
  _id: string;
  until?: Date;
}

/**
 * Leaves the journal of idempotency keys in a service's database as a process leaves it that dies after its last write
 * and before the answer was kept: what was carried out is there, and nobody knows how it was answered (docs/adr/0013).
 */
export const loseAnswers = async (uri: string, database: string): Promise<void> => {
  const client = new MongoClient(uri);
  try {
    const rows = client.db(database).collection<JournalRow>('repeats');
    for (const { _id, until } of await rows.find().toArray())
      if (_id.endsWith(':answer')) await rows.deleteOne({ _id });
      else if (until) await rows.updateOne({ _id }, { $set: { until: new Date(0) } });
  } finally {
    await client.close();
  }
};
