import { attachmentColumns, checkAttachmentLink } from '@porchlight/backend';
import type { Deal, DealAttachment } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import {
  column,
  type Columns,
  type Document,
  type ResourceStore,
  type Stored,
  type StoreCall,
  type Strategy,
} from '@porchlight/store';
import type { DealDocument } from './deal-document';

export const dealAttachmentColumns = { ...attachmentColumns, dealId: column.number } satisfies Columns;

/** An attachment of a deal as it is stored. */
export interface DealAttachmentDocument extends Document, Stored<typeof dealAttachmentColumns> {
  /** Copy of the users of the deal; follows them. */
  viewers: number[];
}

/** The attachments of deals. */
export type DealAttachments = ResourceStore<DealAttachment, DealAttachmentDocument>;

/** The users of a deal that the caller may see. The error does not tell a missing deal from an invisible one. */
export const loadDealViewers = async (
  deals: Pick<ResourceStore<Deal, DealDocument>, 'load'>,
  call: StoreCall,
  dealId: number,
): Promise<number[]> => {
  const deal = await deals.load(call, dealId);
  if (!deal) throw refuse('INVALID_BODY', { problems: "Field 'dealId': no such deal or no permission." });
  return deal.userIds;
};

/** An attachment requires a deal that the caller may see, and has its users as viewers (D12.2). */
export const createDealAttachmentStrategy = (
  deals: Pick<ResourceStore<Deal, DealDocument>, 'load'>,
): Strategy<DealAttachment, DealAttachmentDocument> => ({
  async prepare(call, { before }, declared) {
    const attachment = await declared();
    if (attachment.uri !== before?.uri) checkAttachmentLink(attachment.uri);
    return before ? attachment : { ...attachment, viewers: await loadDealViewers(deals, call, attachment.dealId) };
  },
});
