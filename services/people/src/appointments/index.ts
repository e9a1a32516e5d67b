export { appointments } from './feature';
export type { AppointmentDocument } from './appointments-strategy';
