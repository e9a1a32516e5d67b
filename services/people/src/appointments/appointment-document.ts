import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';

const inviteeColumns = {
  userId: column.optional(column.number),
  personId: column.optional(column.number),
  relationshipId: column.optional(column.number),
  /** Of invitees that only an address names. */
  name: column.optional(column.text),
  email: column.optional(column.text),
} satisfies Columns;

/** An invitee as stored. */
export type StoredInvitee = Stored<typeof inviteeColumns>;

export const appointmentColumns = {
  createdById: column.number,
  updatedById: column.number,
  title: column.text,
  start: column.date,
  end: column.date,
  allDay: column.flag,
  invitees: column.listOf(column.nested(inviteeColumns)),
  personIds: column.listOf(column.number),
  /** The invited users. */
  userIds: column.listOf(column.number),
  /** Users whose time it takes: the invited ones, or the creator if none is. */
  attendeeIds: column.listOf(column.number),
  /** Later than `start`, also of an appointment without duration: ranges compare it. */
  ends: column.date,
  isDeleted: column.flag,
  /** How often invitations were requested; absent: never. */
  invitations: column.optional(column.number),
} satisfies Columns;

/** An appointment as stored. */
export interface AppointmentDocument extends Document, Stored<typeof appointmentColumns> {
  viewers: number[];
  description?: string;
  location?: string;
  typeId?: number;
  outcomeId?: number;
}

/** Indexes besides those of filters and sorts. */
export const APPOINTMENT_INDEXES: readonly Index[] = [
  { keys: { personIds: 1, start: 1 } },
  { keys: { attendeeIds: 1, start: 1 } },
];
