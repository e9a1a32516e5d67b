import { IANAZone } from 'luxon';

/** The time zone of a user; UTC if it is missing or unknown. */
export const resolveZone = (name: string | undefined): string => (name && IANAZone.isValidZone(name) ? name : 'UTC');
