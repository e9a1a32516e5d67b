/** An operation or a query parameter that should no longer be used; it works as before (docs/guides/versioning.md). */
export interface Deprecation {
  /** The day from which it is deprecated: YYYY-MM-DD, UTC. */
  readonly since: string;
  /** The day on which it ends, if that is decided: at least 180 days later. */
  readonly sunset?: string;
  /** What to use instead: a sentence for people who use the API. */
  readonly instead: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Shortest time between the announcement and the end, days. */
const NOTICE_DAYS = 180;
const POLICY = '</docs/guides/versioning#deprecation>; rel="deprecation"; type="text/html"';

const readDay = (text: string): number => {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`A deprecation has a day such as 2026-12-31, not ${text}.`);
  return time;
};

/**
 * The headers of responses: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to the policy. Throws for an end that
 * is too soon.
 */
export const formatDeprecation = ({ since, sunset }: Deprecation): Readonly<Record<string, string>> => {
  const from = readDay(since);
  const end = sunset === undefined ? undefined : readDay(sunset);
  if (end !== undefined && end < from + NOTICE_DAYS * DAY_MS)
    throw new Error(`A deprecation of ${since} ends ${NOTICE_DAYS} days later or after that, not ${sunset}.`);
  return {
    Deprecation: `@${from / 1_000}`,
    ...(end !== undefined && { Sunset: new Date(end).toUTCString() }),
    Link: POLICY,
  };
};

/** The sentences about a deprecation for the API description. */
export const describeDeprecation = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}${sunset === undefined ? '' : `, ends ${sunset}`}. ${instead}`;
