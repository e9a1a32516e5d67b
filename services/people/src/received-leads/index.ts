export { receivedLeads } from './feature';
