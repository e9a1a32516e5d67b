import type { AuthoredDocument } from '../person';

/** A call as stored. */
export interface CallDocument extends AuthoredDocument {
  phone: string;
  isIncoming: boolean;
  /** Seconds. */
  duration?: number;
}

/** A text message as stored. */
export interface TextMessageDocument extends AuthoredDocument {
  message: string;
  isIncoming: boolean;
}
