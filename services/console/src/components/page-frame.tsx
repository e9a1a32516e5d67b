import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { WindowTitle } from './window-title';

interface Props {
  readonly title: string;
  /** What the user can do on the page, in one sentence. */
  readonly about?: ReactNode;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: title (also of the window), description, buttons. */
export const PageFrame = ({ title, about, actions, children }: Props) => (
  <Stack gap="md">
    <WindowTitle title={title} />
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
