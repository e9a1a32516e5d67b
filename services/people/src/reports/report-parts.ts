import type { ReportLeadsRequest } from '@porchlight/contracts';
import type { Document, DocumentCollection } from '@porchlight/store';
import type { PersonDocument } from '../person';
import type { Settings } from '../settings';

/** Records by which a user answers a person. */
export const ANSWERS = ['calls', 'textMessages', 'emails'] as const;

/** What a report reads of a call, text message or email. */
export interface AnswerDocument extends Document {
  readonly personId: number;
  readonly isIncoming: boolean;
  /** Only of emails. */
  readonly status?: string;
}

/** The days of a report; the requests of all reports are alike. */
export type ReportRange = ReportLeadsRequest;

/** What reports read. */
export interface Reports extends Pick<Settings, 'settingsCache'> {
  readonly people: DocumentCollection<PersonDocument>;
  /** Records that may be a first answer. */
  readonly answers: readonly DocumentCollection<AnswerDocument>[];
}
