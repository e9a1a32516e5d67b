const MINUTE = 60_000;
/** Pauses between tries, ms. */
const PAUSES = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE);

/** How long after its nth try a mail is tried again; undefined: given up. */
export const pauseAfterTry = (tries: number): number | undefined => PAUSES[tries - 1];
