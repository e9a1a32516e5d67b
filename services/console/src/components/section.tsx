import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with its own heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack component="section" aria-label={title} gap="sm">
    <Title order={2} size="h3">
      {title}
    </Title>
    {children}
  </Stack>
);
