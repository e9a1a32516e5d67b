import type { EmCampaign } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import {
  column,
  type Columns,
  type Document,
  type Index,
  normalizeText,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import { randomUUID } from 'node:crypto';

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

const MAX_NAME = 255;

/** Rules of campaigns (decisions section 6): the name defaults to the subject, `originId` to a new id (D13.10). */
export const campaignStrategy: Strategy<EmCampaign, CampaignDocument> = {
  async prepare(call, { before, input }, declared) {
    const campaign = await declared();
    if (before) return { ...campaign, nameKey: normalizeText(campaign.name) };
    const name = input.name ?? input.subject?.trim().slice(0, MAX_NAME) ?? '';
    if (name === '') throw refuse('INVALID_BODY', { problems: "Missing 'name' field." });
    const originId = input.originId ?? (await memoize(call, 'originId', randomUUID));
    return { ...campaign, name, originId, nameKey: normalizeText(name) };
  },
};
