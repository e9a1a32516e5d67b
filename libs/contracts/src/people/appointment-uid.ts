/** The id of an appointment in calendars: the same in feeds and invitations, so that a calendar has it once. */
export const formatAppointmentUid = (accountId: number, id: number): string =>
  `appointment-${accountId}-${id}@porchlight`;
