import { HostRefused, plainHost, resolveHost, type ResolveOptions } from './resolve-host';

const MAX_LENGTH = 2_048;

/**
 * Why no webhook may be registered for a URL (decisions section 7); undefined: it may. It must be https without user
 * info, at most 2,048 characters, at port 443 of a host that resolves to public addresses only; the allow list makes
 * exceptions for host and port.
 */
export const checkUrl = async (text: string, options: ResolveOptions): Promise<string | undefined> => {
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  if (!URL.canParse(text)) return 'it is not an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'it must begin with https://';
  if (url.username !== '' || url.password !== '') return 'it must not hold a user name or password';
  if (plainHost(url.hostname) === '') return 'it has no host';
  try {
    await resolveHost(url.hostname, url.port === '' ? 443 : Number(url.port), options);
    return undefined;
  } catch (error) {
    if (error instanceof HostRefused) return error.message;
    throw error;
  }
};
