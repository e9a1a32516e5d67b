import type { EmCampaign } from '@porchlight/contracts';
import {
  type Columns,
  type Document,
  type Index,
  normalizeText,
  optional,
  type Stored,
  type Strategy,
  text,
} from '@porchlight/store';

/** Columns of campaign documents. */
export const campaignColumns = {
  /** Name of the sending system and its id of the campaign: together unique in the account. */
  origin: text,
  originId: text,
  name: text,
  /** The normalized name, for sorting. */
  nameKey: text,
  subject: optional(text),
  /** Stored unchanged. */
  bodyHtml: optional(text),
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
