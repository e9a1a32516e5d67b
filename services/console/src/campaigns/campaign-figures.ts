import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { porchlight } from '../api/porchlight';

type EventType = 'delivered' | 'open' | 'click' | 'bounced' | 'soft-bounce' | 'hard-bounce' | 'unsubscribe' | 'dropped';

/** A figure of a campaign: people with at least one of these events. */
interface Figure {
  readonly name: string;
  readonly label: string;
  readonly types: readonly EventType[];
}

const BOUNCED: readonly EventType[] = ['bounced', 'soft-bounce', 'hard-bounce', 'dropped'];

/** The figures in the order of their columns. A person may count once for each kind of event. */
export const FIGURES: readonly Figure[] = [
  { name: 'sent', label: t`Sent`, types: ['delivered', ...BOUNCED] },
  { name: 'delivered', label: t`Delivered`, types: ['delivered'] },
  { name: 'opened', label: t`Opened`, types: ['open'] },
  { name: 'clicked', label: t`Clicked`, types: ['click'] },
  { name: 'bounced', label: t`Bounced`, types: BOUNCED },
  { name: 'optedOut', label: t`Opted out`, types: ['unsubscribe'] },
];

/** The figures of a campaign by name; undefined while they load. */
export const useFigures = (campaignId: number): Readonly<Record<string, number | undefined>> => {
  const results = useQueries({
    queries: FIGURES.map(({ name, types }) => ({
      queryKey: ['emEvents', 'figure', campaignId, name],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await porchlight.emEvents.list({ campaignId, type: [...types], limit: 1 }, { signal }))._metadata.total,
    })),
  });
  return Object.fromEntries(FIGURES.map(({ name }, index) => [name, results[index]?.data]));
};

/** A part of the mails as a percentage; empty without any. */
export const formatShare = (part: number | undefined, whole: number | undefined): string => {
  if (part === undefined || !whole) return '';
  const share = Math.round((100 * part) / whole);
  return share === 0 && part > 0 ? '< 1 %' : `${share} %`;
};
