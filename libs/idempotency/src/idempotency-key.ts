const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** True for a valid key: 1 to 255 printable ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => KEY.test(text);
