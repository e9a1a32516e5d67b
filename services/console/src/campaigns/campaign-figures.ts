import { t } from '@lingui/core/macro';
import type { OperationResult } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { formatShare } from '../components/format-share';

type Figures = OperationResult<'marketing.emCampaigns.figures'>;
/** The name of a figure in the response. */
export type FigureName = Exclude<keyof Figures, 'campaignId'>;

/** The figures in the order of their columns: people, each once in a figure. */
export const FIGURES: readonly { readonly name: FigureName; readonly label: string }[] = [
  { name: 'sent', label: t`Sent` },
  { name: 'delivered', label: t`Delivered` },
  { name: 'opened', label: t`Opened` },
  { name: 'clicked', label: t`Clicked` },
  { name: 'bounced', label: t`Bounced` },
  { name: 'optedOut', label: t`Opted out` },
];

/** The figures of a campaign by name; none while they load. */
export const useFigures = (campaignId: number): Partial<Figures> =>
  useRecord(['emEvents', 'figures', campaignId], (options) =>
    porchlight.emCampaigns.figures(campaignId, undefined, options),
  ).data ?? {};

/** A figure as a percentage of the sent emails; empty without any. */
export const formatMailShare = (figures: Partial<Figures>, name: FigureName): string => {
  const { sent, [name]: part } = figures;
  return name === 'sent' || part === undefined || !sent ? '' : formatShare(part, sent);
};
