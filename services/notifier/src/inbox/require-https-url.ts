import { refuse } from '@porchlight/errors';

/** Requires an https URL without user info; the error names the field. The egress client checks the target address. */
export const requireHttpsUrl = (field: string, text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw refuse('INVALID_BODY', {
      problems: `Field '${field}' must be an absolute address that begins with https:// and holds no user name or password.`,
    });
};
