import { defineFeatures, type ServiceParts } from '@porchlight/backend';
import type { Config } from './config';

/** What each feature may use. */
export type Parts = ServiceParts<Config>;

/** Declares a feature of this service. It has no consumer group besides that of accounts. */
export const defineFeature = defineFeatures<Parts, never>();
