import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createQueries } from './api/hooks';
import { createRoutes } from './routes';
import { theme } from './theme';

/** The providers of all pages: theme, cache, routes. */
export const ConsoleApp = (): ReactElement => {
  const [queries] = useState(createQueries);
  const [router] = useState(createRoutes);
  return (
    <MantineProvider theme={theme} forceColorScheme="light" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
