import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { EXACT_TIME } from './date-time';
import { now } from './current-time';

const MINUTE_MS = 60_000;
/** Units from large to small: their length, ms, and a number of them in short. */
const UNITS: readonly (readonly [ms: number, format: (count: number) => string])[] = [
  [31_557_600_000, (count) => t`${count} y`],
  [2_629_800_000, (count) => t`${count} mo`],
  [86_400_000, (count) => t`${count} d`],
  [3_600_000, (count) => t`${count} h`],
  [MINUTE_MS, (count) => t`${count} m`],
];

/** How long ago a time is, in its largest unit: `2 h`. */
export const formatAge = (time: number, at: number): string => {
  const age = Math.abs(at - time);
  const unit = UNITS.find(([ms]) => age >= ms);
  return unit ? unit[1](Math.floor(age / unit[0])) : t`now`;
};

/** How long ago something happened. The exact time is shown on hover and read by screen readers. */
export const RelativeTime = ({ at }: { readonly at: string | null | undefined }) => {
  if (!at)
    return (
      <span>
        <Trans>Never</Trans>
      </span>
    );
  const time = new Date(at);
  const exact = EXACT_TIME.format(time);
  return (
    <time dateTime={at} title={exact}>
      <span aria-hidden="true">{formatAge(time.getTime(), now())}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </time>
  );
};
