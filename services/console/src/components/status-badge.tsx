import { Badge } from '@mantine/core';

const COLORS: Readonly<Record<string, string>> = {
  Active: 'green',
  Invited: 'yellow',
  Disabled: 'red',
  Pending: 'yellow',
  Approved: 'green',
  Rejected: 'red',
  Delivered: 'green',
  GivenUp: 'red',
};

/** The status of a user, an app, a webhook or a delivery as text on a color. */
export const StatusBadge = ({ status }: { readonly status: string }) => (
  <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none" styles={{ label: { overflow: 'visible' } }}>
    {status === 'GivenUp' ? 'Failed' : status}
  </Badge>
);
