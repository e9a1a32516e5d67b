import { openCopies, type Copies } from '@porchlight/backend';
import { defineFeature } from '../service';
import { copyDefinitions } from './deals-copies';

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a person', 'a user'];

/** Copies of people and users. */
export const copies = defineFeature({
  name: 'copies',
  open: (parts): Copies<typeof copyDefinitions> => openCopies(copyDefinitions, { ...parts, kinds: COPIED_KINDS }),
  serve: (opened) => ({ on: { 'deals.copies': opened.handler }, jobs: [opened.repairs] }),
});
