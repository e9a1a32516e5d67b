import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';

const COLORS: Readonly<Record<string, string>> = {
  Active: 'green',
  Running: 'blue',
  Completed: 'green',
  Paused: 'yellow',
  Invited: 'yellow',
  Disabled: 'red',
  Pending: 'yellow',
  Approved: 'green',
  Rejected: 'red',
  Delivered: 'green',
  GivenUp: 'red',
  created: 'green',
  matched: 'blue',
  refused: 'red',
};

/** Words for the statuses of the API. */
const LABELS: Readonly<Record<string, string>> = {
  Active: t`Active`,
  Running: t`Running`,
  Completed: t`Completed`,
  Paused: t`Paused`,
  Invited: t`Invited`,
  Disabled: t`Disabled`,
  Pending: t`Pending`,
  Approved: t`Approved`,
  Rejected: t`Rejected`,
  Delivered: t`Delivered`,
  GivenUp: t`Failed`,
  created: t`New person`,
  matched: t`Existing person`,
  ignored: t`Ignored`,
  refused: t`Refused`,
};

/** The status of a user, an app, a webhook, a delivery or a received lead as text on a color. */
export const StatusBadge = ({ status }: { readonly status: string }) => (
  <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none">
    {LABELS[status] ?? status}
  </Badge>
);
