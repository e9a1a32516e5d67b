import { defineFeature } from '../service';
import { createLeadOffers, leadOfferJobSchema, type Offers } from './lead-offers';

/** Leads that are offered to the users of a group. */
export const offers = defineFeature({
  name: 'offers',
  open: ({ store }): Offers => createLeadOffers(store.collection('leadOffers', leadOfferJobSchema)),
});
