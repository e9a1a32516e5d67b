import { t } from '@lingui/core/macro';
import { WEBHOOK_EVENT_NAMES } from '../api/generated-names';

/** The headings of the list, by the prefix of the event name. The first match applies. */
const GROUPS: readonly (readonly [heading: string, prefix: RegExp])[] = [
  [t`People`, /^people/],
  [t`Notes`, /^notes/],
  [t`Tasks`, /^tasks/],
  [t`Text messages`, /^textMessages/],
  [t`Calls`, /^calls/],
  [t`Emails`, /^emails/],
  [t`Appointments`, /^appointments/],
  [t`Conversations`, /^conversations/],
  [t`Reactions`, /^reaction/],
  [t`Replies`, /^threadedRepl/],
  [t`Email marketing`, /^emEvents/],
  [t`Suppressions`, /^suppressions/],
  [t`Site activity`, /^events/],
  [t`Deals`, /^deals/],
  [t`Pipelines`, /^pipeline/],
  [t`Webhooks`, /^webhook/],
  [t`Settings`, /^(stage|customFields|dealCustomFields)/],
];

/** Events of other resources are listed under the words before their verb: openHousesCreated, Open houses. */
const formatHeading = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
  const [first = '', ...others] = words.length > 1 ? words.slice(0, -1) : words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ');
};

const findHeading = (name: string): string =>
  GROUPS.find(([, prefix]) => prefix.test(name))?.[0] ?? formatHeading(name);

/** The events that a webhook can be created for, in groups. */
export const WEBHOOK_EVENTS = [...new Set([...GROUPS.map(([group]) => group), ...WEBHOOK_EVENT_NAMES.map(findHeading)])]
  .map((group) => ({ group, items: WEBHOOK_EVENT_NAMES.filter((name) => findHeading(name) === group) }))
  .filter(({ items }) => items.length > 0);
