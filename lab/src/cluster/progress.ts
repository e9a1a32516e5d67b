/** The time since `began` (ms), as text. */
export const seconds = (began: number): string => `${((Date.now() - began) / 1_000).toFixed(1)} s`;

/** Returns a function that prints a finished step after the time since this call. */
export const createProgress = (say: (line: string) => void): ((step: string) => void) => {
  const began = Date.now();
  return (step) => say(`${seconds(began)}  ${step}`);
};
