import {
  bool,
  defineResource,
  inputOnly,
  int,
  list,
  object,
  readOnly,
  recordId,
  required,
  str,
  text,
  time,
  writable,
  isObject,
} from '@porchlight/resource';
import {
  AppointmentServiceDefinition,
  type Appointment,
  type AppointmentConflict,
  type Invitee,
} from '../generated/porchlight/people/v1/appointment_service';
import type { Picture } from '../generated/porchlight/people/v1/person_service';
import { EVERYONE } from '../roles';

/** Most invitees of an appointment. */
const MAX_INVITEES = 100;

/** Without the keys that only responses have: records are sent back as they were read. */
const withoutPicture = (value: unknown): unknown => {
  if (!isObject(value)) return value;
  const { picture: _picture, ...invitee } = value;
  return invitee;
};

/** A user, a person, a relationship of a person, or an address. */
const invitee = object<Invitee>(
  {
    userId: recordId(),
    personId: recordId(),
    relationshipId: recordId(),
    name: str(),
    email: str({ max: 254 }),
    picture: object<Picture>({ small: str({ max: 2048 }) }, { describe: { small: 'Address of a small picture.' } }),
  },
  {
    lift: withoutPicture,
    whole: ['userId', 'personId', 'name', 'email', 'picture'],
    describe: {
      userId: 'Id of the user who is invited.',
      personId: 'Id of the person who is invited.',
      relationshipId: 'Id of the relationship of a person who is invited.',
      name: 'Name of the invitee.',
      email: 'Email address of the invitee.',
      picture: 'Picture of the invitee.',
    },
  },
);

const conflict = object<AppointmentConflict>(
  { id: int(), userId: int(), start: time(), end: time() },
  {
    whole: ['id'],
    describe: {
      id: 'Id of the other appointment; null if the caller may not see it.',
      userId: 'Id of the user who has both appointments.',
      start: 'When the other appointment begins.',
      end: 'When the other appointment ends.',
    },
  },
);

/** Invitees without an id and an address. */
const listInviteeProblems = (invitees: readonly Invitee[]): string[] =>
  invitees.flatMap(({ userId, personId, relationshipId, email }, at) => {
    if ([userId, personId, relationshipId].some((id) => id !== undefined)) return [];
    if (email !== undefined && email !== '') return [];
    return [`Field 'invitees.${at}' must have a userId, a personId, a relationshipId or an email.`];
  });

/** A meeting of users with people, or with others whom an address names (D12.1). */
export const appointments = defineResource<Appointment>(AppointmentServiceDefinition, {
  description: 'Appointments of users with people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'none', people: 'invitees[].personId', viewedBy: ['createdById', 'invitees[].userId'] },
  softDelete: true,
  deleteResponse: 'none',
  describe: {
    title: 'Title.',
    description: 'What the appointment is about.',
    start: 'When the appointment begins.',
    end: 'When the appointment ends.',
    allDay: 'True if the appointment takes whole days.',
    location: 'Where the appointment takes place.',
    invitees: 'Users, people, relationships of people and addresses that are invited.',
    typeId: 'Id of the type of the appointment.',
    type: 'Name of the type of the appointment.',
    outcomeId: 'Id of the outcome of the appointment.',
    outcome: 'Name of the outcome of the appointment.',
    externalEventLink: 'Always null; clients of other services read it.',
    externalCalendarId: 'Always null; clients of other services read it.',
    isEditable: 'Always true; clients of other services read it.',
    detailsVisible: 'Always true; clients of other services read it.',
    personId: 'Id of one more person who is invited.',
    conflicts: 'Other appointments of the invited users at the same time.',
    isDeleted: 'True if the appointment is deleted.',
  },
  fields: {
    createdById: writable(recordId(), { initialFrom: 'caller', nullable: false, references: 'users' }),
    updatedById: readOnly(int(), { stamp: 'editor' }),
    title: required(str({ min: 1 })),
    description: writable(text(), { emptyClears: true }),
    start: required(time()),
    end: required(time()),
    allDay: writable(bool(), { nullable: false, initial: false, fallback: false }),
    location: writable(str({ max: 1_000 }), { emptyClears: true, fallback: '' }),
    invitees: writable(list(invitee, MAX_INVITEES, { orText: true })),
    typeId: writable(recordId(), { references: 'appointmentTypes' }),
    type: readOnly(str(), { nameOf: { field: 'typeId', resource: 'appointmentTypes', needsId: true } }),
    outcomeId: writable(recordId(), { references: 'appointmentOutcomes' }),
    outcome: readOnly(str(), { nameOf: { field: 'outcomeId', resource: 'appointmentOutcomes', needsId: true } }),
    externalEventLink: readOnly(str()),
    externalCalendarId: readOnly(str()),
    isEditable: readOnly(bool(), { fallback: true }),
    detailsVisible: readOnly(bool(), { fallback: true }),
    personId: inputOnly(recordId()),
    // Shown, not refused (D12.1).
    conflicts: readOnly(list(conflict), { fallback: [] }),
    isDeleted: readOnly(bool(), { initial: false, visible: 'whenSet' }),
  },
  filters: {
    personId: { type: 'int', match: 'equals', column: 'personIds', many: true },
    userId: { type: 'int', match: 'equals', column: 'userIds', many: true },
    typeId: { type: 'int', match: 'equals', many: true },
    outcomeId: { type: 'int', match: 'equals', many: true },
    createdById: { type: 'int', match: 'equals', many: true },
    // A range: appointments that overlap it. Only together.
    start: { describe: 'Only appointments that end after this time. Needs `end`.', type: 'time', match: 'rule' },
    end: { describe: 'Only appointments that begin before this time. Needs `start`.', type: 'time', match: 'rule' },
    startAfter: { type: 'time', match: 'above', column: 'start' },
    startBefore: { type: 'time', match: 'below', column: 'start' },
    includeDeleted: { describe: 'True: also deleted appointments.', type: 'bool', match: 'rule' },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' }, start: { column: 'start' } },
  options: {
    sendInvitation: {
      describe: 'True: the invitees get an email with the appointment.',
      type: 'bool',
      verbs: ['create', 'update'],
    },
  },
  problems: ({ start, end, invitees }) => [
    ...(start && end && end < start ? ["Field 'end' must not be before 'start'."] : []),
    ...listInviteeProblems(invitees ?? []),
  ],
  example: {
    title: 'Tour of 12 Harbor Lane',
    start: '2026-12-01T15:00:00Z',
    end: '2026-12-01T16:00:00Z',
    location: '12 Harbor Lane',
    invitees: [{ userId: 1 }],
  },
  webhooks: {
    created: 'appointmentsCreated',
    updated: 'appointmentsUpdated',
    deleted: 'appointmentsDeleted',
    updatedOn: [
      'createdById',
      'title',
      'description',
      'start',
      'end',
      'allDay',
      'location',
      'invitees',
      'typeId',
      'outcomeId',
    ],
  },
});
