export { markFormerSenders } from './remind-owners';
export type { ResolveTxt } from './resolve-txt';
export type { SenderChoice, SenderDomains } from './sender-domains';
export { senderDomains } from './feature';
