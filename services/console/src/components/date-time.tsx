import { Trans } from '@lingui/react/macro';
import { now } from './current-time';

/** Day and time in the language of the browser. */
export const EXACT_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const THIS_YEAR = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A day of the API, `2027-03-03`, in the language of the browser; other text as it is. */
export const formatDate = (day: string): string => {
  const time = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(time) ? day : DAY.format(time);
};

const TIME_OF_API = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** A text of the API with its times in the time zone and language of the browser. */
export const formatTimesIn = (text: string): string =>
  text.replace(TIME_OF_API, (time) => EXACT_TIME.format(new Date(time)));

/** A time of the API in the time zone and language of the browser: without the year in this year, exact on hover. */
export const DateTime = ({ at }: { readonly at: string | null | undefined }) => {
  if (!at)
    return (
      <span>
        <Trans>Never</Trans>
      </span>
    );
  const time = new Date(at);
  const isThisYear = time.getFullYear() === new Date(now()).getFullYear();
  return (
    <time dateTime={at} title={EXACT_TIME.format(time)}>
      {(isThisYear ? THIS_YEAR : EXACT_TIME).format(time)}
    </time>
  );
};
