import type { EmailMessage, Event, Note, PhoneCall, Task, TextMessage } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { NamedChildStore } from '../person';
import type { ActivitySums } from './activity-sums';
import type { EmailActivity } from './email-activity';
import type { EmailDocument } from './emails-strategy';
import type { EventDocument } from './event-document';
import type { MergeNotes } from './merge-notes';
import type { NoteDocument } from './notes-strategy';
import type { PersonAttachments } from './person-attachments';
import type { PersonRecordStore } from './person-records';
import type { Relationships, RelationSearch } from './relation-search';
import type { Responses } from './response-parts';
import type { CallDocument, TextMessageDocument } from './record-documents';
import type { TaskDocument } from './tasks-strategy';

/** The records of people. */
export interface Activity {
  readonly events: ResourceStore<Event, EventDocument>;
  readonly notes: ResourceStore<Note, NoteDocument>;
  readonly calls: ResourceStore<PhoneCall, CallDocument>;
  readonly textMessages: ResourceStore<TextMessage, TextMessageDocument>;
  readonly emails: ResourceStore<EmailMessage, EmailDocument>;
  readonly tasks: ResourceStore<Task, TaskDocument>;
  readonly relationships: Relationships;
  readonly attachments: PersonAttachments;
  readonly responses: Responses;
  /** Records that have no rules besides those of their descriptors. */
  readonly plainRecords: readonly PersonRecordStore[];
  /** All of them: they are deleted, moved and shown with their person; their counts are recounted. */
  readonly children: readonly NamedChildStore[];
  readonly relationSearch: RelationSearch;
  readonly mergeNotes: MergeNotes;
  /** The activity of people, computed from their records. */
  readonly sums: ActivitySums;
  readonly emailActivity: EmailActivity;
}
