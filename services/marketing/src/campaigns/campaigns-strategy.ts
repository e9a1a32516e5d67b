import type { EmCampaign } from '@porchlight/contracts';
import { normalizeText, type Document, type Index, type Strategy } from '@porchlight/store';

/** A campaign as stored. */
export interface CampaignDocument extends Document {
  /** Name of the sending system and its id of the campaign: together unique in the account. */
  origin: string;
  originId: string;
  name: string;
  /** The normalized name, for sorting. */
  nameKey: string;
  subject?: string;
  /** Stored unchanged. */
  bodyHtml?: string;
}

/** One campaign for each id of a sender. */
export const CAMPAIGN_INDEXES: readonly Index[] = [{ keys: { origin: 1, originId: 1 }, unique: true }];

/** Rules of campaigns (decisions section 6). The origin cannot be changed. */
export const campaignStrategy: Strategy<EmCampaign, CampaignDocument> = {
  prepare(_call, { before, input, mask }) {
    const { origin, originId } = before ?? input;
    const name = (mask.has('name') ? input.name : before?.name) ?? before?.name ?? '';
    const subject = mask.has('subject') ? input.subject : before?.subject;
    const bodyHtml = mask.has('bodyHtml') ? input.bodyHtml : before?.bodyHtml;
    return {
      origin: origin ?? '',
      originId: originId ?? '',
      name,
      nameKey: normalizeText(name),
      ...(subject !== undefined && { subject }),
      ...(bodyHtml !== undefined && { bodyHtml }),
    };
  },
};
