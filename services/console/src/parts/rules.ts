/** Checks a form field. Returns undefined for a valid value, else what to do. The API checks everything again. */
type Check = (value: string) => string | undefined;

export const needed =
  (what: string): Check =>
  (value) =>
    value.trim() === '' ? `Enter ${what}.` : undefined;

export const emailAddress: Check = (value) =>
  /^[^\s@]+@[^\s@]+$/.test(value.trim()) ? undefined : 'Enter an email address, such as name@example.com.';

/** Minimum length of a password, characters. */
const MIN_PASSWORD_LENGTH = 10;
/** The description of a field for a new password. */
export const PASSWORD_RULE = `At least ${MIN_PASSWORD_LENGTH} characters.`;
export const newPassword: Check = (value) =>
  value.length >= MIN_PASSWORD_LENGTH ? undefined : `Use at least ${MIN_PASSWORD_LENGTH} characters.`;

export const httpsAddress: Check = (value) =>
  URL.parse(value.trim())?.protocol === 'https:' ? undefined : 'Enter an address that starts with https://.';

/** The current time, ms since 1970. */
const now = (): number => performance.timeOrigin + performance.now();

/** Accepts no date, or a day whose end is in the future. */
export const futureDate: Check = (value) =>
  value === '' || new Date(`${value}T23:59:59`).getTime() > now() ? undefined : 'Choose today or a later day.';

/** Requires a choice from a list. */
export const chosen: Check = (value) => (value === '' ? 'Choose one from the list.' : undefined);
