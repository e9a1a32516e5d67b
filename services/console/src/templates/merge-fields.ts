import { t } from '@lingui/core/macro';

/** A merge field of templates: the text between its percent signs, and what it stands for. */
interface MergeField {
  readonly token: string;
  readonly label: string;
}

interface MergeFieldGroup {
  readonly title: string;
  readonly fields: readonly MergeField[];
}

/** The merge fields that the API replaces, by what they are about. */
export const MERGE_FIELDS: readonly MergeFieldGroup[] = [
  {
    title: t`Person`,
    fields: [
      { token: 'contact_first_name', label: t`First name` },
      { token: 'contact_last_name', label: t`Last name` },
      { token: 'contact_name', label: t`Full name` },
      { token: 'contact_email', label: t`Email` },
      { token: 'contact_phone', label: t`Phone` },
      { token: 'contact_address', label: t`Whole address` },
      { token: 'contact_street', label: t`Street` },
      { token: 'contact_city', label: t`City` },
      { token: 'contact_state', label: t`State` },
      { token: 'contact_zipcode', label: t`ZIP code` },
      { token: 'contact_country', label: t`Country` },
      { token: 'source_name', label: t`Source` },
      { token: 'inquiry_address', label: t`Property of the last inquiry` },
    ],
  },
  {
    title: t`Agent`,
    fields: [
      { token: 'agent_name', label: t`Name` },
      { token: 'agent_first_name', label: t`First name` },
      { token: 'agent_last_name', label: t`Last name` },
      { token: 'agent_email', label: t`Email` },
      { token: 'agent_phone', label: t`Phone` },
    ],
  },
];

/** The field whose value is the unsubscribe link of the recipient. */
export const UNSUBSCRIBE_FIELD = '%unsubscribe_url%';

/** Tokens that look like merge fields and are none: they would be sent as they are. */
export const findUnknownFields = (text: string): string[] => {
  const tokens = new Set(MERGE_FIELDS.flatMap(({ fields }) => fields.map(({ token }) => token)));
  return [...new Set(Array.from(text.matchAll(/%([a-z]+(?:_[a-z]+)+)%/g), ([, token]) => token ?? ''))].filter(
    (token) => !tokens.has(token) && `%${token}%` !== UNSUBSCRIBE_FIELD,
  );
};
