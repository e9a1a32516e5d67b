import type { AuthoredDocument } from '../person';

/** A call as stored. */
export interface CallDocument extends AuthoredDocument {
  phone: string;
  isIncoming: boolean;
  /** Seconds. */
  duration?: number;
}
