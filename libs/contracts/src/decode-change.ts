import { Change } from './generated/porchlight/change/v1/change';

const decoded = new WeakMap<Uint8Array, Change>();

/**
 * The change in a message. Several handlers of a service read the same message; it is decoded once for all of them.
 * Handlers do not modify the result.
 */
export const decodeChange = (value: Uint8Array): Change => {
  const former = decoded.get(value);
  if (former) return former;
  const change = Change.decode(value);
  decoded.set(value, change);
  return change;
};
