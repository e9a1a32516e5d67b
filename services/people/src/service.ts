import { defineFeatures, type ConsumerSettings, type ServiceParts } from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { Config } from './config';

/** The consumer groups of this service. Handlers of a group run one after another. */
export const CONSUMERS = {
  'people.copies': { topics: [formatTopic('auth'), formatTopic('marketing')] },
  // Lingers: most changes of people concern none of their records, and received leads may be recorded a little later.
  'people.cascade': { topics: [formatTopic('people')], lingerMs: 500, resumable: true },
  // The links of deals are few.
  'people.marketing': { topics: [formatTopic('marketing'), formatTopic('deals')] },
  // Small batches: a batch of the slowest look-ups ends within the time of a handler.
  'people.social': { topics: [formatTopic('people')], fromBeginning: false, maxBatch: 10 },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** What each feature may use. */
export type Parts = ServiceParts<Config>;

/** Declares a feature of this service. */
export const defineFeature = defineFeatures<Parts, keyof typeof CONSUMERS>();
