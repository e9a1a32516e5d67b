import type { DocumentCollection } from '@porchlight/store';
import type { PersonDocument } from '../person';
import type { Settings } from '../settings';
import type { AnswerDocument } from './find-first-answers';

/** What reports read. */
export interface Reports extends Pick<Settings, 'settingsCache'> {
  readonly people: DocumentCollection<PersonDocument>;
  /** Records that may be a first answer. */
  readonly answers: readonly DocumentCollection<AnswerDocument>[];
}
