export { teams } from './feature';
export type { TeamStore } from './team-document';
