import { RESERVED_EVENT_NAMES, WEBHOOK_EVENT_NAMES } from './generated-names';

/** Headings of the list, by the beginning of an event's name; the first that fits counts. */
const GROUPS: readonly (readonly [heading: string, prefix: RegExp])[] = [
  ['People', /^people/],
  ['Notes', /^notes/],
  ['Tasks', /^tasks/],
  ['Text messages', /^textMessages/],
  ['Calls', /^calls/],
  ['Email marketing', /^emEvents/],
  ['Site activity', /^events/],
  ['Deals', /^deals/],
  ['Pipelines', /^pipeline/],
  ['Settings', /^(stage|customFields|dealCustomFields)/],
  ['Other', /^/],
];

const headingOf = (name: string): string => GROUPS.find(([, prefix]) => prefix.test(name))![0];

/** Names that a webhook can be created for, in the groups of the form. */
export const WEBHOOK_EVENTS: readonly { readonly group: string; readonly items: string[] }[] = [
  ...GROUPS.map(([group]) => ({ group, items: WEBHOOK_EVENT_NAMES.filter((name) => headingOf(name) === group) })),
  { group: 'Not sent in this version', items: [...RESERVED_EVENT_NAMES] },
].filter(({ items }) => items.length > 0);
