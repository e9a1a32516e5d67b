export { offers } from './feature';
export type { LeadOfferJob, Offers } from './lead-offers';
