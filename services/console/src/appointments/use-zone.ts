import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { browserZone } from './zoned-time';

/** The time zone of the profile of the user; that of the browser while it is loading or unset. */
export const useZone = (): string => {
  const me = useRecord(['users', 'me'], (options) => porchlight.users.me(undefined, options));
  return me.data?.timeZone || browserZone();
};
