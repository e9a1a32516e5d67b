import { defineFeatures, type ConsumerSettings, type ServiceParts } from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { Config } from './config';

/** The consumer group of this service. */
export const CONSUMERS = {
  // Lingers: larger batches need fewer writes. Copies are updated within 2 s.
  'deals.copies': { topics: [formatTopic('auth'), formatTopic('people')], lingerMs: 200, resumable: true },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** What each feature may use. */
export type Parts = ServiceParts<Config>;

/** Declares a feature of this service. */
export const defineFeature = defineFeatures<Parts, keyof typeof CONSUMERS>();
