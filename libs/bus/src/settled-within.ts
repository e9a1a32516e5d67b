/** True if the promise settled within `ms`; a rejection is ignored. A timer alone: it is called for each batch. */
export const settledWithin = (ms: number, promise: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    const settle = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(settle, settle);
  });
