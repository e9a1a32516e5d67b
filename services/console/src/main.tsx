import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createQueries } from './api/hooks';
import { createRoutes } from './routes';
import { theme } from './theme';
import './theme.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={createQueries()}>
        <RouterProvider router={createRoutes()} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
