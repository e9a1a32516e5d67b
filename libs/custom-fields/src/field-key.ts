/** The form in which labels, names and choices are compared: case and white space do not matter. */
export const fieldKey = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
