export { copies } from './feature';
export type { NotifierCopies } from './feature';
export { copyDefinitions, type AccountCopies, type UserCopy } from './notifier-copies';
export type { CopiedUser, UserCopies } from './user-copies';
