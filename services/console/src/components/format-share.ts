const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent' });
const LEAST = 0.01;

/** A part as a percentage of the whole in the language of the browser: `75%`, or `< 1%` for a small one. */
export const formatShare = (part: number, whole: number): string => {
  const share = whole === 0 ? 0 : part / whole;
  return share > 0 && share < LEAST / 2 ? `< ${PERCENT.format(LEAST)}` : PERCENT.format(share);
};
