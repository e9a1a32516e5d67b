import type { EmCampaign } from '@porchlight/contracts';
import type { Document, Index, Strategy } from '@porchlight/store';

/** A campaign as it is kept. */
export interface CampaignDocument extends Document {
  /** Name of the sending system and the sender's own id: together unique in the account. */
  origin: string;
  originId: string;
  name: string;
  subject?: string;
  /** Kept as it was given. */
  bodyHtml?: string;
}

/** One campaign for each id of a sender's own. */
export const CAMPAIGN_INDEXES: readonly Index[] = [{ keys: { origin: 1, originId: 1 }, unique: true }];

/** Rules of campaigns (decisions section 6): whose they are is said once. */
export const campaignStrategy: Strategy<EmCampaign, CampaignDocument> = {
  prepareForCreate: (_call, { origin = '', originId = '', name = '', subject, bodyHtml }) => ({
    origin,
    originId,
    name,
    ...(subject !== undefined && { subject }),
    ...(bodyHtml !== undefined && { bodyHtml }),
  }),
  toRecord: ({ id, created, updated, origin, originId, name, subject, bodyHtml, version }) => ({
    id,
    created,
    updated,
    origin,
    originId,
    name,
    subject,
    bodyHtml,
    version,
  }),
};
