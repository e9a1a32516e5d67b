import { methods } from '@porchlight/backend';
import { PersonServiceDefinition } from '@porchlight/contracts';
import { following } from '../following';
import { imports } from '../imports';
import { receivedLeads } from '../received-leads';
import { offers } from '../offers';
import { withMergedInto } from '../people';
import { defineFeature } from '../service';
import { answerFacts } from './answer-facts';
import { erasePerson, type Erasing } from './erase-person';
import { createErasures, erasureSchema } from './erasures';

/** Erasures of people (decisions section 10), and the proof of them for other services. */
export const erasures = defineFeature({
  name: 'erasures',
  needs: { offers, following, receivedLeads, imports },
  open: ({ store, ...parts }): Erasing => ({
    ...parts.following,
    erasures: createErasures(store.collection('erasures', erasureSchema)),
    offers: parts.offers,
    eraseReceivedLeads: parts.receivedLeads.eraseReceivedLeads,
    forgetImported: parts.imports.forgetImported,
  }),
  serve(erasing, parts) {
    parts.answerFacts(answerFacts({ ...erasing, store: parts.store }));
    return {
      methods: [methods(PersonServiceDefinition, { erasePerson: withMergedInto(erasing)(erasePerson(erasing)) })],
    };
  },
});
