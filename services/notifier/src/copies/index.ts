export { accountCopy, copyDefinitions, type NotifierCopies, type UserCopy } from './notifier-copies';
