import { HostRefused, plainHost, resolveHost, type ResolveOptions } from './resolve-host';

const MAX_LENGTH = 2_048;
const HTTPS_PORT = 443;
/**
 * One text for a name that is unknown, internal, or not at a public address: it must not reveal which names exist
 * inside.
 */
export const NOT_REACHABLE = 'its host must have public addresses only';
const WRONG_PORT = 'its port must be 443';

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
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  try {
    await resolveHost(url.hostname, port, options);
    return undefined;
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    return port === HTTPS_PORT ? NOT_REACHABLE : WRONG_PORT;
  }
};
