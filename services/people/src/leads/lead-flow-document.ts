import type { Document } from '@porchlight/store';
import type { LeadRule } from '../settings';

/** A rule of lead flow as stored. */
export type LeadFlowDocument = Document & Omit<LeadRule, 'id'> & { readonly name?: string };
