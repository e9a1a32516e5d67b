/** One limit: its number, its unit, and what it bounds. */
export interface Limit {
  readonly value: number;
  readonly unit: 'bytes' | 'characters' | 'records' | 'requests' | 'ms' | 'days' | 'connections' | 'levels';
  /** What is bounded and what happens beyond the limit; one sentence. */
  readonly about: string;
  /** Environment variable by which an operator changes the limit; absent: the limit is part of the API. */
  readonly env?: `LIMIT_${string}`;
}

/** Limits of request bodies and of bytes in flight (gateway). */
const REQUESTS = {
  bodyBytes: { value: 1_048_576, unit: 'bytes', about: 'Body of a request; a larger body is refused with 413.' },
  largeBodyBytes: { value: 5_242_880, unit: 'bytes', about: 'Body of email events, batches and imports; a larger body is refused with 413.' },
} as const satisfies Record<string, Limit>;

/** Limits of stored documents, lists and the outbox (all services). */
const STORAGE = {
} as const satisfies Record<string, Limit>;

/** Limits of the change bus and of calls between services. */
const BUS = {
} as const satisfies Record<string, Limit>;

/** Limits of accounts, sign-up, sign-in and credentials (auth). */
const ACCOUNTS = {
} as const satisfies Record<string, Limit>;

/** Limits of people and their records (people). */
const PEOPLE = {
} as const satisfies Record<string, Limit>;

/** Limits of templates, plans, campaigns, pipelines and deals (marketing, deals). */
const MARKETING_AND_DEALS = {
} as const satisfies Record<string, Limit>;

/** Limits of webhooks, deliveries and inbox apps (notifier). */
const WEBHOOKS = {
  webhooksPerAccount: { value: 200, unit: 'records', about: 'Webhooks of one account, all systems together; one more is refused with 400.', env: 'LIMIT_WEBHOOKS_PER_ACCOUNT' },
  deliveryAttempts: { value: 512, unit: 'requests', about: 'Delivery attempts at a time in one process, shared fairly by account and destination.', env: 'LIMIT_DELIVERY_ATTEMPTS' },
  destinationAttemptsMin: { value: 1, unit: 'requests', about: 'Fewest attempts at a time to one destination (origin of one account), to which failures shrink its concurrency.', env: 'LIMIT_DESTINATION_ATTEMPTS_MIN' },
  destinationAttemptsMax: { value: 64, unit: 'requests', about: 'Most attempts at a time to one destination, to which answers grow its concurrency.', env: 'LIMIT_DESTINATION_ATTEMPTS_MAX' },
} as const satisfies Record<string, Limit>;

/** Every limit of the system by name. Generates docs/limits.md. */
export const LIMITS = {
  ...REQUESTS,
  ...STORAGE,
  ...BUS,
  ...ACCOUNTS,
  ...PEOPLE,
  ...MARKETING_AND_DEALS,
  ...WEBHOOKS,
} as const;
