export {
  copyDefinitions,
  MAX_LOST,
  personCopy,
  userCopy,
  type DealCopies,
  type PersonCopy,
  type UserCopy,
} from './deals-copies';
export { copies } from './feature';
