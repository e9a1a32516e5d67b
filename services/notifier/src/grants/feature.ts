import { grantDeleted } from '@porchlight/contracts';
import { inbox } from '../inbox';
import { defineFeature } from '../service';
import { webhooks } from '../webhooks';
import { endedGrants, followGrants } from './ended-grants';

/** Disables what OAuth apps created when their access ends (N9). */
export const grants = defineFeature({
  name: 'grants',
  needs: { webhooks, inbox },
  open: ({ openJobs }) => openJobs(endedGrants),
  serve: (jobs, needed) => ({
    on: { 'notifier.grants': { types: new Set([grantDeleted.type]), handler: followGrants(jobs) } },
    jobs: [jobs.run([needed.webhooks.disableOfGrant, needed.inbox.disableOfGrant])],
  }),
});
