import { MongoClient } from 'mongodb';

interface JournalRow {
  _id: string;
  until?: Date;
}

/**
 * Puts the idempotency store of a service into the state after a crash between the last write and storing the response:
 * the operation was executed, and the response is unknown (docs/adr/0013).
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
