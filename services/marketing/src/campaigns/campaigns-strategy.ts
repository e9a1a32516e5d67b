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
