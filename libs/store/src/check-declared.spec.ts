import { allResources, appointmentTypes, ponds, teams } from '@porchlight/contracts';
import { int, writable, type Descriptor } from '@porchlight/resource';
import { createRuleChecks } from './check-declared';
import { systemCall } from './system-call';

const call = systemCall(1, new AbortController().signal);
const checkNumber = (descriptor: Descriptor, count: number) =>
  createRuleChecks(
    { descriptor, findExisting: async () => new Set() },
    { collection: { find: async () => [] }, counters: { read: async () => count }, opened: () => [] },
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

describe('references of a resource that is opened without findExisting', () => {
  const naming = (resource: string): Descriptor => {
    const fields: object = { typeId: writable(int(), { references: resource }) };
    return Object.assign({ ...ponds }, { resource: 'visits', fields });
  };
  const type = { _id: 13, accountId: 1, id: 3, version: 1, created: new Date(0), updated: new Date(0) };
  const open = (resource: string) =>
    createRuleChecks(
      { descriptor: naming(resource) },
      {
        collection: { find: async () => [] },
        counters: { read: async () => 0 },
        opened: () => [{ descriptor: appointmentTypes, find: async () => [type] }],
      },
    );

  it('given a resource of the same service, then its records are found', async () => {
    const { checkReferences } = open('appointmentTypes');
    await expect(checkReferences(call, { typeId: 3 }, undefined)).resolves.toBeUndefined();
    await expect(checkReferences(call, { typeId: 4 }, undefined)).rejects.toMatchObject({
      reason: 'UNKNOWN_REFERENCE',
      params: { field: 'typeId', what: 'an appointment type', value: 4 },
    });
  });

  it.each(['users', 'deals'])('given a reference to %s, then the start fails', (resource) => {
    expect(() => open(resource)).toThrow(`visits has references to ${resource}: open the resource with findExisting`);
  });
});
