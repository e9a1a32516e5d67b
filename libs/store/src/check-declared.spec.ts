import { allResources, teams } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { createRuleChecks } from './check-declared';
import { systemCall } from './system-call';

const call = systemCall(1, new AbortController().signal);
const checkNumber = (descriptor: Descriptor, count: number) =>
  createRuleChecks(
    { descriptor, findExisting: async () => new Set() },
    { collection: { find: async () => [] }, counters: { read: async () => count } },
  ).checkNumber(call);
const limited = allResources.filter(({ maxPerAccount }) => maxPerAccount !== undefined);

describe('the limits of stored records', () => {
  it('given the maximum number of teams, when one more is created, then the error states the limit', async () => {
    await expect(checkNumber(teams, 500)).rejects.toMatchObject({
      reason: 'LIMIT_REACHED',
      message: 'An account has at most 500 teams. Delete one first.',
    });
    await expect(checkNumber(teams, 499)).resolves.toBeUndefined();
  });

  it.each(limited.map((descriptor) => [descriptor.resource, descriptor] as const))(
    'given the maximum number of %s, when one more is created, then it is refused with 409',
    async (_resource, descriptor) => {
      const max = descriptor.maxPerAccount!;
      await expect(checkNumber(descriptor, max)).rejects.toMatchObject({
        reason: 'LIMIT_REACHED',
        params: { limit: max },
      });
      await expect(checkNumber(descriptor, max - 1)).resolves.toBeUndefined();
    },
  );
});
