import { refuse } from '@porchlight/errors';

/**
 * Refuses, naming the field, what is no https address without user info. Of where it leads nothing is said: that is
 * found out, and refused, on the way out.
 */
export const demandAddress = (field: string, text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw refuse('INVALID_BODY', {
      problems: `Field '${field}' must be an absolute address that begins with https:// and holds no user name or password.`,
    });
};
