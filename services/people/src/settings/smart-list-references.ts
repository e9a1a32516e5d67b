import { filtersName, replaceInFilters, type NamingRules, type StoredFilters } from '@porchlight/backend';
import type { SmartListDocument } from './smart-lists-strategy';

const parse = ({ filtersJson }: Pick<SmartListDocument, 'filtersJson'>): StoredFilters =>
  JSON.parse(filtersJson) as StoredFilters;

/** Smart lists name custom fields, stages and ponds in their filters, custom fields also in their sort. */
export const smartListNames: NamingRules<SmartListDocument> = {
  title: ({ name }) => name,
  names: (list, record) =>
    filtersName(parse(list), record) ||
    (record.kind === 'customFields' && list.sort?.replace(/^-/u, '') === record.name),
  replace: (list, record, replacement) => ({
    ...list,
    filtersJson: JSON.stringify(replaceInFilters(parse(list), record, replacement)),
  }),
};
