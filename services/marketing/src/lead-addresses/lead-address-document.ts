import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';

/** Stored fields that are not declared, and declared ones that are read. */
export const leadAddressColumns = {
  name: column.text,
  /** Hash of the token in the address; absent until the create has answered. */
  tokenHash: column.optional(column.text),
  createdById: column.optional(column.number),
  system: column.optional(column.text),
  systemId: column.optional(column.number),
  lastUsed: column.optional(column.date),
} satisfies Columns;

/** An address for leads by mail, as stored. */
export interface LeadAddressDocument extends Document, Stored<typeof leadAddressColumns> {}

/** An address is found by its token alone. */
export const LEAD_ADDRESS_INDEXES: readonly Index[] = [{ keys: { tokenHash: 1 }, global: true }];
