import { Trans } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { EXACT_TIME } from './date-time';
import { now } from './current-time';

const MINUTE_MS = 60_000;
/** Units from large to small, ms. */
const UNITS = [
  ['y', 31_557_600_000],
  ['mo', 2_629_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', MINUTE_MS],
] as const;

/** How long ago a time is, in its largest unit: `2 h`. */
export const formatAge = (time: number, at: number): string => {
  const age = Math.abs(at - time);
  const [name, size] = UNITS.find(([, ms]) => age >= ms) ?? ['now', MINUTE_MS];
  return name === 'now' ? name : `${Math.floor(age / size)} ${name}`;
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
