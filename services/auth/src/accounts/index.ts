export { accounts } from './feature';
export type { AccountDocument } from './account-document';
export type { Accounts } from './account-parts';
export { findActiveUser, requireAccount, requireActiveAccount } from './account-status';
export { createAccount } from './create-account';
export { chargeNewAccount, isNewAccount } from './new-account';
