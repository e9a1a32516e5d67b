/** Options of one request (`ifVersion`, `customFields` …) by name. */
export type RequestOptions = Readonly<Record<string, string>>;

/** Names of the custom fields that a caller requested; `*` for all. */
export const parseCustomFields = ({ customFields = '' }: RequestOptions): readonly string[] =>
  customFields.split(',').filter(Boolean);
