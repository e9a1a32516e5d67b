import { column, type Columns, type Document, type Stored } from '@porchlight/store';

export const campaignColumns = {
  /** Name of the sending system and its id of the campaign: together unique in the account. */
  origin: column.text,
  originId: column.text,
  name: column.text,
  subject: column.optional(column.text),
  /** Stored unchanged. */
  bodyHtml: column.optional(column.text),
} satisfies Columns;

/** A campaign as stored. */
export interface CampaignDocument extends Document, Stored<typeof campaignColumns> {}
