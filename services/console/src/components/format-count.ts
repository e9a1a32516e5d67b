const FORMAT = new Intl.NumberFormat();

/** A number of things with its thousands separated, in the language of the browser: `1,000`. Empty without one. */
export const formatCount = (count: number | null | undefined): string =>
  typeof count === 'number' ? FORMAT.format(count) : '';
