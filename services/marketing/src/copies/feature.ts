import { openCopies, type Copies } from '@porchlight/backend';
import { defineFeature } from '../service';
import { copyDefinitions, type LocalCopies } from './marketing-copies';

/** The opened copies; features read them and follow their rebuild. */
export interface OpenedCopies
  extends LocalCopies, Pick<Copies<typeof copyDefinitions>, 'followRebuilt' | 'handler' | 'repairs'> {}

/** Copies of people, users and inquiries. */
export const copies = defineFeature({
  name: 'copies',
  open(parts): OpenedCopies {
    const { stores, waits, lagMs, ...opened } = openCopies(copyDefinitions, parts);
    return { ...opened, ...stores, copyWaits: waits, copyLagMs: lagMs };
  },
  serve: (opened) => ({ on: { 'marketing.copies': opened.handler }, jobs: [opened.repairs] }),
});
