import { allResources, dealAttachments } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { requireDealFollowing } from './follow-deal-users';

describe('records of deals', () => {
  it('given the resources of this version, then all records of deals follow the users of their deal', () => {
    expect(() => requireDealFollowing(allResources)).not.toThrow();
  });

  it('given a resource with dealId that does not follow, then the start fails and says what to add', () => {
    const visits: Descriptor = { ...(dealAttachments as Descriptor), resource: 'dealVisits' };
    expect(() => requireDealFollowing([...allResources, visits])).toThrow(
      'The records of dealVisits belong to deals (dealId): let them follow the users of their deal',
    );
  });
});
