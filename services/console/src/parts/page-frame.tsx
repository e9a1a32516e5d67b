import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** One sentence: what is done here. */
  readonly about?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: its title, in the window's title too, and what can be done. */
export const PageFrame = ({ title, about, actions, children }: Props): ReactElement => (
  <Stack gap="md">
    <title>{`${title} · Porchlight`}</title>
    <Group justify="space-between" align="flex-start">
      <Title order={1} size="h2">
        {title}
      </Title>
      {actions}
    </Group>
    {about !== undefined && (
      <Text c="dimmed" maw="44rem">
        {about}
      </Text>
    )}
    {children}
  </Stack>
);
