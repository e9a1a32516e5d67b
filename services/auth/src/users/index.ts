export { users } from './feature';
export {
  assertActiveUsers,
  type Candidate,
  checkMembers,
  createFindActiveUsers,
  distinct,
  loadUsersById,
  type UserLoading,
} from './named-members';
export { withConfirmedEmail } from './email-confirmation';
export type { UserDocument, UserStore } from './user-document';
export { buildUserNames, isEmailAddress, isTimeZone, toEmailKey } from './user-fields';
export { MEMBER_ROLES } from './prepare-user';
export { createUserHandlers, type UserHandlers } from './user-handlers';
