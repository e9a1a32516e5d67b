/** The current time, ms since 1970. */
export const now = (): number => performance.timeOrigin + performance.now();
