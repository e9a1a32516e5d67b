export { invitations } from './feature';
