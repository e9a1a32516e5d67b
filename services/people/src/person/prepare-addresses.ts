import type { Address } from '@porchlight/contracts';

const PARTS = ['street', 'city', 'state', 'code', 'country'] as const;

const formatKey = (address: Address): string => PARTS.map((part) => address[part].trim().toLowerCase()).join('\n');

/** Removes duplicate addresses, case-insensitively, and entries without any part. */
export const prepareAddresses = (given: readonly Address[]): Address[] => {
  const kept = new Map<string, Address>();
  for (const address of given) {
    const key = formatKey(address);
    if (key.trim() && !kept.has(key)) kept.set(key, { ...address, type: address.type || 'home' });
  }
  return [...kept.values()];
};
