/** Checks of form fields: undefined when all is well, else what to do. The API checks everything again. */
type Check = (value: string) => string | undefined;

export const needed =
  (what: string): Check =>
  (value) =>
    value.trim() === '' ? `Enter ${what}.` : undefined;

export const emailAddress: Check = (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? undefined : 'Enter an e-mail address, such as name@example.com.');

/** Fewest characters of a password. */
const SHORTEST_PASSWORD = 10;
/** What stands below the field of a new password. */
export const PASSWORD_RULE = `At least ${SHORTEST_PASSWORD} characters.`;
export const newPassword: Check = (value) => (value.length >= SHORTEST_PASSWORD ? undefined : `Use at least ${SHORTEST_PASSWORD} characters.`);

export const httpsAddress: Check = (value) =>
  URL.parse(value.trim())?.protocol === 'https:' ? undefined : 'Enter an address that begins with https://.';
