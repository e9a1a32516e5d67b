import { getFields, type Descriptor } from '@porchlight/resource';
import { normalizeDigits } from '@porchlight/text';
import { normalizeText, splitGrams } from './lists/text-grams';

/** A stored field with the form of a declared text in which filters, sorts and unique fields compare it. */
export interface KeyField {
  /** The declared field. */
  readonly field: string;
  /** The stored field: nameKey, phoneDigits, nameGrams. */
  readonly column: string;
  readonly form: (text: string) => string | string[] | undefined;
}

/** Field of the normalized text. */
export const textKey = (field: string): string => `${field}Key`;
/** Field of the digits of a number. */
export const digitsKey = (field: string): string => `${field}Digits`;
/** Field of the trigrams of a text. */
const gramsKey = (field: string): string => `${field}Grams`;

/**
 * The comparable forms that the store writes: of unique fields, of sorts by `<field>Key`, and of filters that match
 * text, digits or a part of a text. `grams` are the filters whose trigrams the strategy writes.
 */
export const listKeyFields = (
  descriptor: Pick<Descriptor, 'fields' | 'filters' | 'sorts'>,
  grams: Readonly<Record<string, string>> = {},
): KeyField[] => {
  const fields = getFields(descriptor);
  const byColumn = new Map<string, KeyField>();
  const add = (field: string, column: string, form: KeyField['form']): void => {
    if (Object.hasOwn(fields, field) && fields[field]!.codec.shows['type'] === 'string')
      byColumn.set(column, { field, column, form });
  };
  for (const [field, { unique }] of Object.entries(fields)) if (unique) add(field, textKey(field), normalizeText);
  for (const { column } of Object.values(descriptor.sorts))
    if (column.endsWith('Key')) add(column.slice(0, -'Key'.length), column, normalizeText);
  for (const [name, { match, column: field = name }] of Object.entries(descriptor.filters)) {
    if (match === 'text' || match === 'contains') add(field, textKey(field), normalizeText);
    if (match === 'digits') add(field, digitsKey(field), normalizeDigits);
    if (match === 'contains' && !Object.hasOwn(grams, field)) add(field, gramsKey(field), splitGrams);
  }
  return [...byColumn.values()];
};
