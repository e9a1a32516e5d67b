import type { NameParts } from '@porchlight/contact';

/** Maximum length of a part, the limit of the descriptor. */
export const NAME_PART_MAX = 255;

const tidy = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/** Truncates parts that are too long, so that a lead is not refused. */
export const cutName = ({ firstName, lastName }: NameParts): NameParts => ({
  firstName: cut(firstName),
  lastName: cut(lastName),
});

/** Does not split a surrogate pair. */
const cut = (text: string): string => {
  if (text.length <= NAME_PART_MAX) return text;
  const short = text.slice(0, NAME_PART_MAX);
  return short.isWellFormed() ? short : short.slice(0, -1);
};

/**
 * The name as shown: the parts given, else the first email, else the first phone, else Unnamed (decisions section 4).
 */
export const shownName = (
  parts: NameParts,
  emails: readonly { value: string }[],
  phones: readonly { value: string }[],
): string => {
  const fullName = tidy(`${parts.firstName} ${parts.lastName}`);
  return fullName || emails[0]?.value || phones[0]?.value || 'Unnamed';
};
