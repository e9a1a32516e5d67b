const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time of the API in the time zone and language of the browser. */
export const DateTime = ({ at }: { readonly at: string | null | undefined }) =>
  at ? <time dateTime={at}>{format.format(new Date(at))}</time> : <span>Never</span>;
