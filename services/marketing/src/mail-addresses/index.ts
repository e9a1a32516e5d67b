export { mailAddresses } from './feature';
export type { MailAddress, MailAddresses, MailAddressKind } from './mail-addresses';
