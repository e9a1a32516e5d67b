import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** Beside the title: a sum, a choice, a button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page on its own surface. */
export const Card = ({ title, aside, children }: Props) => (
  <Paper component="section" aria-label={title} withBorder px="md" py="sm">
    <Group justify="space-between" mb="xs" mih={32} gap={4}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {aside}
    </Group>
    {children}
  </Paper>
);
