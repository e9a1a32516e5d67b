import type { Team } from '@porchlight/contracts';
import { column, type Columns, type Document, type ResourceStore, type Stored } from '@porchlight/store';

export const teamColumns = {
  name: column.text,
  userIds: column.listOf(column.number),
  /** A subset of userIds. */
  leaderIds: column.listOf(column.number),
} satisfies Columns;

/** A team as stored. */
export interface TeamDocument extends Document, Stored<typeof teamColumns> {}

/** The teams of all accounts. */
export type TeamStore = ResourceStore<Team, TeamDocument>;
