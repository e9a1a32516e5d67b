import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createQueries } from './api/hooks';
import { i18n } from './locales/i18n';
import { choosePseudoLocale } from './locales/pseudo-locale';
import { createRoutes } from './routes';
import { theme } from './theme';
import './theme.css';

void choosePseudoLocale();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={createQueries()}>
          <RouterProvider router={createRoutes()} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
);
