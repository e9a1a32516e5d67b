import type { Document } from '@porchlight/store';

/** A pond as stored. */
export interface PondDocument extends Document {
  name: string;
  nameKey: string;
  userId?: number;
  userIds: number[];
}
