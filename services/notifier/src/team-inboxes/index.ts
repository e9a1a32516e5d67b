export { teamInboxes, type TeamInboxes } from './feature';
