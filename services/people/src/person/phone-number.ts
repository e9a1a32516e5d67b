import type { Phone } from '@porchlight/contracts';
import { withOnePrimary } from './with-one-primary';

/** A phone entry as stored; phones are compared by `normalized`. */
export type StoredPhone = Phone;

/**
 * How phones are compared: digits only, a leading 1 of eleven digits dropped (decisions section 4). Empty when there is
 * no digit.
 */
export const normalizePhone = (value: string): string => {
  const digits = value.normalize('NFKC').replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};

/** Removes duplicate phones and ensures exactly one primary. Text without digits is unchanged. */
export const preparePhones = (given: readonly Phone[]): StoredPhone[] => {
  const unique = new Map<string, StoredPhone>();
  for (const { value, type, isPrimary, status } of given) {
    const normalized = normalizePhone(value);
    const key = normalized || value.trim().toLowerCase();
    if (!key) continue;
    const duplicate = unique.get(key);
    if (duplicate) duplicate.isPrimary ||= isPrimary;
    else
      unique.set(key, { value: value.trim(), type: type || 'home', isPrimary, normalized, ...(status && { status }) });
  }
  return withOnePrimary([...unique.values()]);
};
