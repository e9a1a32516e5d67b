import type { EmCampaign } from '@porchlight/contracts';
import {
  column,
  type Columns,
  type Document,
  type Index,
  normalizeText,
  type Stored,
  type Strategy,
} from '@porchlight/store';

export const campaignColumns = {
  /** Name of the sending system and its id of the campaign: together unique in the account. */
  origin: column.text,
  originId: column.text,
  name: column.text,
  /** The normalized name, for sorting. */
  nameKey: column.text,
  subject: column.optional(column.text),
  /** Stored unchanged. */
  bodyHtml: column.optional(column.text),
} satisfies Columns;

/** A campaign as stored. */
export interface CampaignDocument extends Document, Stored<typeof campaignColumns> {}

/** One campaign for each id of a sender. */
export const CAMPAIGN_INDEXES: readonly Index[] = [{ keys: { origin: 1, originId: 1 }, unique: true }];

/** Rules of campaigns (decisions section 6). */
export const campaignStrategy: Strategy<EmCampaign, CampaignDocument> = {
  async prepare(_call, _write, declared) {
    const campaign = await declared();
    return { ...campaign, nameKey: normalizeText(campaign.name) };
  },
};
