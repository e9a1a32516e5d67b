import type { Address } from '@porchlight/contracts';

const PARTS = ['street', 'city', 'state', 'code', 'country'] as const;

const formatKey = (address: Address): string => PARTS.map((part) => address[part].trim().toLowerCase()).join('\n');

/** Removes duplicate addresses, case-insensitively, and entries without any part. */
export const prepareAddresses = (given: readonly Address[]): Address[] => {
  const unique = new Map<string, Address>();
  for (const address of given) {
    const key = formatKey(address);
    if (key.trim() && !unique.has(key)) unique.set(key, { ...address, type: address.type || 'home' });
  }
  return [...unique.values()];
};
