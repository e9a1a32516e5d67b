export { LIMITS } from './limits';
export type { Limit } from './limits';
export { clientNetwork } from './client-network';
export { dailyMails, MAIL_KINDS, type MailAccount, type MailKind } from './mail-quotas';
export { checkLimit, textBytes } from './check-limit';
export type { Measured } from './check-limit';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations';
export {
  ACCOUNT_RATE_LIMITS,
  DEFAULT_RATE_LIMITS,
  getRateLimitContext,
  RATE_LIMIT_WINDOW_MS,
  type RateLimitContext,
} from './rate-limits';
