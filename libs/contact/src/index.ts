/** What identifies a person: phones, emails and names as people type them (D13.1, D13.2, D13.5). */

export { parseAddress } from './email-address';
export { afterFirstName, beforeLastName, doNamesAgree, splitFullName, type NameParts } from './names';
export { isEmail, normalizeEmail, readEmails, type ReadEmail } from './read-emails';
export {
  DEFAULT_COUNTRY,
  getCallingCode,
  isCountry,
  isShortened,
  readExtension,
  readPhone,
  splitPhones,
  type ReadPhone,
} from './read-phone';
