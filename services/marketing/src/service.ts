import { defineFeatures, type ConsumerSettings, type ServiceParts } from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { Mailer } from '@porchlight/mail';
import type { Config } from './config';
import type { SaveEmail, SendLead } from './people-calls';

/** The consumer groups of this service. */
export const CONSUMERS = {
  // Lingers: larger batches need fewer writes.
  'marketing.copies': {
    topics: [formatTopic('people'), formatTopic('auth'), formatTopic('deals')],
    lingerMs: 200,
    resumable: true,
  },
  'marketing.plans': { topics: [formatTopic('marketing')], resumable: true },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** What each feature may use. */
export interface Parts extends ServiceParts<Config> {
  /** For tests; default: SMTP as configured. */
  readonly mailer?: Mailer;
  /** For tests; default: the people service. */
  readonly saveEmail?: SaveEmail;
  /** For tests; default: the people service. */
  readonly sendLead?: SendLead;
  /** For tests: longest poll interval of plans, ms; default 1000. */
  readonly planIntervalMs?: number;
}

/** Declares a feature of this service. */
export const defineFeature = defineFeatures<Parts, keyof typeof CONSUMERS>();
