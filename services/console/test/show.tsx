import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createQueries } from '../src/api/hooks';
import { i18n } from '../src/locales/i18n';
import { Announcements } from '../src/components/announcements';
import { SessionContext, type Session } from '../src/session/session';
import { theme } from '../src/theme';

const createSession = (role: Session['user']['role']): Session => ({
  user: { id: 7, name: 'Olive Owner', email: 'olive@example.com', role, emailConfirmed: true },
  account: { id: 1, name: 'Harbor Lane Homes' },
  csrfToken: 'token',
});

interface Place {
  /** The address of the page, below /console. */
  readonly at?: string;
  /** The path with parameters, such as `/people/:id`. */
  readonly path?: string;
  readonly role?: Session['user']['role'];
}

/** What a test does with a page that is shown. */
export interface Shown {
  readonly user: UserEvent;
  /** The address with the query. */
  address(): string;
  goBack(): Promise<void>;
}

/** Shows a page or a part of one as in the console: theme, cache, router, signed-in user. */
export const show = (content: ReactNode, { at = '/', path = '*', role = 'Owner' }: Place = {}): Shown => {
  const queries = createQueries();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const router = createMemoryRouter(
    [
      { path, element: content },
      { path: '*', element: 'Another page' },
    ],
    { initialEntries: [at] },
  );
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queries}>
          <SessionContext value={createSession(role)}>
            <Announcements>
              <RouterProvider router={router} />
            </Announcements>
          </SessionContext>
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    goBack: () => act(() => router.navigate(-1)),
  };
};
