/** The source of leads without one (D4.4). */
const UNSPECIFIED = '<unspecified>';

/** The source of a person in words; empty if the lead named none. */
export const formatSource = (source: string | null | undefined): string =>
  source && source !== UNSPECIFIED ? source : '';
