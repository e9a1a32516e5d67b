import { openMongoDatabase } from '../mongo/mongo-database';
import type { PendingChange } from '../contract/document';
import type { StoreOptions } from '../contract/store';
import { createChangeSender } from './send-changes';
import { UNSENT_CHANGES, unsentSchema, type UnsentChange } from './unsent-changes';

/** The changes of one service that were set aside, for the operator. */
export type UnsentChanges = Awaited<ReturnType<typeof openUnsentChanges>>;

/** Opens the changes that a service set aside. Throws UNAVAILABLE if the database is away. */
export const openUnsentChanges = async ({
  uri,
  database: name,
  publish,
  logger,
}: Pick<StoreOptions, 'uri' | 'database' | 'publish' | 'logger'>) => {
  const database = await openMongoDatabase(uri, name);
  const collection = database.collection(UNSENT_CHANGES, unsentSchema);
  const list = (limit: number): Promise<UnsentChange[]> => collection.find({}, { sort: { setAsideAt: 1 }, limit });
  const remove = (ids: readonly string[]): Promise<number> =>
    ids.length === 0 ? Promise.resolve(0) : collection.deleteMany({ _id: { $in: ids } });
  return {
    /** The oldest ones. */
    list,
    /**
     * Publishes the oldest ones again, each without its record if it is too large; those that are refused again stay.
     */
    resend: async (limit: number) => {
      const changes = await list(limit);
      const refused = new Set<string>();
      const send = createChangeSender({ publish, setAside: async ({ eventId }) => void refused.add(eventId), logger });
      const { handled, problem } = await send(changes.map(pendingChange));
      const sent = changes.slice(0, handled).flatMap(({ _id }) => (refused.has(_id) ? [] : [_id]));
      await remove(sent);
      if (problem !== undefined) throw problem;
      return { resent: sent.length, refused: refused.size };
    },
    /** Deletes the oldest ones for good; returns their number. */
    discard: async (limit: number): Promise<number> => remove((await list(limit)).map(({ _id }) => _id)),
    close: () => database.close(),
  };
};

const pendingChange = ({ _id, accountId, type, occurred, change, traceparent }: UnsentChange): PendingChange => ({
  accountId,
  eventId: _id,
  type,
  occurred,
  value: change,
  ...(traceparent !== undefined && { traceparent }),
});
