import { seesWholeAccount } from '@porchlight/access';
import type { ReadCampaignFiguresRequest, ReadCampaignFiguresResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { DocumentCollection, StoreCall } from '@porchlight/store';
import type { EventRow } from './event-rows-strategy';

interface FigureParts {
  readonly documents: Pick<DocumentCollection<EventRow>, 'aggregate'>;
  readonly campaignNames: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

const BOUNCED = ['bounced', 'soft-bounce', 'hard-bounce', 'dropped'];
const SENT = ['delivered', ...BOUNCED];

/**
 * Counts the people of a campaign that the caller may see. There is a row for each person and type of event, so figures
 * of several types count people, not rows: an email may bounce first and be delivered later.
 */
export const readCampaignFigures =
  ({ documents, campaignNames }: FigureParts) =>
  async ({ campaignId }: ReadCampaignFiguresRequest, call: StoreCall): Promise<ReadCampaignFiguresResponse> => {
    const { accountId, userId } = call.actor;
    if (!(await campaignNames(call, [campaignId])).has(campaignId)) throw refuse('NOT_FOUND', { what: 'campaign' });
    const match = {
      ...{ accountId, campaignId, count: { $gt: 0 } },
      ...(!seesWholeAccount(call.actor) && { viewers: userId }),
    };
    const countPeople = async (types: readonly string[]): Promise<number> => {
      const [counted] = await documents.aggregate<{ people: number }>([
        { $match: { ...match, type: { $in: types } } },
        { $group: { _id: '$personId' } },
        { $group: { _id: null, people: { $sum: 1 } } },
      ]);
      return counted?.people ?? 0;
    };
    const [sent, bounced, ofTypes] = await Promise.all([
      countPeople(SENT),
      countPeople(BOUNCED),
      documents.aggregate<{ _id: string; people: number }>([
        { $match: match },
        { $group: { _id: '$type', people: { $sum: 1 } } },
      ]),
    ]);
    const of = (type: string): number => ofTypes.find(({ _id }) => _id === type)?.people ?? 0;
    return {
      ...{ campaignId, sent, delivered: of('delivered'), opened: of('open'), clicked: of('click'), bounced },
      ...{ optedOut: of('unsubscribe'), complained: of('spamreport') },
    };
  };
