import { startStopwatch } from './clock';

/** What was read is kept so many times as long as reading it took. */
const KEPT_TIMES = 50;

/**
 * A reading for measures that may cost: those who ask at the same moment share one, and it is kept for fifty times as
 * long as it took, so that it never takes more than a fiftieth of anybody's time. Throws what `read` throws, and then
 * keeps nothing.
 */
export const createCachedGauge = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  const elapsed = startStopwatch();
  let known: { readonly value: T; readonly until: number } | undefined;
  let reading: Promise<T> | undefined;
  const readAnew = async (): Promise<T> => {
    const began = elapsed();
    const value = await read();
    known = { value, until: elapsed() + (elapsed() - began) * KEPT_TIMES };
    return value;
  };
  return async () =>
    known && elapsed() < known.until ? known.value : (reading ??= readAnew().finally(() => (reading = undefined)));
};
