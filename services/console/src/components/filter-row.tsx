import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** A filter has another value than its default. */
  readonly isFiltered: boolean;
  clear(): void;
  readonly children: ReactNode;
}

/** The filters of a page in a row, with a button that clears them while one is set. */
export const FilterRow = ({ isFiltered, clear, children }: Props) => (
  <Group align="flex-end">
    {children}
    {isFiltered && (
      <Button variant="subtle" onClick={clear}>
        <Trans>Clear filters</Trans>
      </Button>
    )}
  </Group>
);
