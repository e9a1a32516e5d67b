export { appointments } from './feature';
export type { AppointmentDocument } from './appointment-document';
