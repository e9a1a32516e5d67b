const MAX_LENGTH = 254;
// One linear pass: no nested quantifier, so a hostile address costs no more than its length.
const SHAPE = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/u;

/** How emails are compared: without regard to case (decisions section 4). */
export const normalizeEmail = (value: string): string => value.normalize('NFC').trim().toLowerCase();

/**
 * The address of a recipient as mailing systems write it, `ann@x.y` or `Ann <ann@x.y>`, ready to be compared; undefined
 * when it is none.
 */
export const parseAddress = (recipient: string): string | undefined => {
  const text = recipient.trim();
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const address = normalizeEmail(open < 0 ? text : text.slice(open + 1, -1));
  return address.length <= MAX_LENGTH && SHAPE.test(address) ? address : undefined;
};
