/** Normalizes labels, names and choices for comparison: ignores case and white space. */
export const fieldKey = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
