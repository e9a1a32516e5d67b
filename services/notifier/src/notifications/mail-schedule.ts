const MINUTE = 60_000;
/** Pauses between attempts, ms. */
const PAUSES = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE);

/** Pause after the nth attempt, ms; undefined if it was the last. */
export const pauseAfterTry = (tries: number): number | undefined => PAUSES[tries - 1];
