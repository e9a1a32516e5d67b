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
    title: 'Person',
    fields: [
      { token: 'contact_first_name', label: 'First name' },
      { token: 'contact_last_name', label: 'Last name' },
      { token: 'contact_name', label: 'Full name' },
      { token: 'contact_email', label: 'Email' },
      { token: 'contact_phone', label: 'Phone' },
      { token: 'contact_address', label: 'Whole address' },
      { token: 'contact_street', label: 'Street' },
      { token: 'contact_city', label: 'City' },
      { token: 'contact_state', label: 'State' },
      { token: 'contact_zipcode', label: 'ZIP code' },
      { token: 'contact_country', label: 'Country' },
      { token: 'source_name', label: 'Source' },
      { token: 'inquiry_address', label: 'Property of the last inquiry' },
    ],
  },
  {
    title: 'Agent',
    fields: [
      { token: 'agent_name', label: 'Name' },
      { token: 'agent_first_name', label: 'First name' },
      { token: 'agent_last_name', label: 'Last name' },
      { token: 'agent_email', label: 'Email' },
      { token: 'agent_phone', label: 'Phone' },
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
