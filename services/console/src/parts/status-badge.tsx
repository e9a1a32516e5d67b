import { Badge } from '@mantine/core';
import type { ReactElement } from 'react';

const COLOURS: Readonly<Record<string, string>> = { Active: 'green', Invited: 'yellow', Disabled: 'red' };

/** The status of a user, an app or a webhook, in words and colour. */
export const StatusBadge = ({ status }: { readonly status: string }): ReactElement => (
  <Badge variant="light" color={COLOURS[status] ?? 'gray'} tt="none" styles={{ label: { overflow: 'visible' } }}>
    {status}
  </Badge>
);
