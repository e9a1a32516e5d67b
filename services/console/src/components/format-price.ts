const FULL = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const COMPACT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** An amount of money with its thousands separated. Records have no currency. */
export const formatPrice = (amount: number): string => FULL.format(amount);

/** An amount of money for narrow places: `1.2M`. */
export const formatShortPrice = (amount: number): string => COMPACT.format(amount);
