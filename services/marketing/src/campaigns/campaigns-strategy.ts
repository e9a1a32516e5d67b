import type { EmCampaign } from '@porchlight/contracts';
import { normalizeText, type Document, type Index, type Strategy } from '@porchlight/store';

/** A campaign as stored. */
export interface CampaignDocument extends Document {
  /** Name of the sending system and the sender's own id: together unique in the account. */
  origin: string;
  originId: string;
  name: string;
  /** The name as it is sorted by. */
  nameKey: string;
  subject?: string;
  /** Stored unchanged. */
  bodyHtml?: string;
}

/** One campaign for each id of a sender's own. */
export const CAMPAIGN_INDEXES: readonly Index[] = [{ keys: { origin: 1, originId: 1 }, unique: true }];

/** Rules of campaigns (decisions section 6). The origin cannot be changed. */
export const campaignStrategy: Strategy<EmCampaign, CampaignDocument> = {
  prepareForCreate: (_call, { origin = '', originId = '', name = '', subject, bodyHtml }) => ({
    origin,
    originId,
    name,
    nameKey: normalizeText(name),
    ...(subject !== undefined && { subject }),
    ...(bodyHtml !== undefined && { bodyHtml }),
  }),
  prepareForUpdate(_call, before, input, mask) {
    const after = { ...before };
    if (mask.has('name'))
      Object.assign(after, { name: input.name ?? before.name, nameKey: normalizeText(input.name ?? before.name) });
    for (const key of ['subject', 'bodyHtml'] as const) {
      if (!mask.has(key)) continue;
      delete after[key];
      if (input[key] !== undefined) after[key] = input[key];
    }
    return after;
  },
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
