import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ConsoleLayout } from './layout/console-layout';
import { DoorLayout } from './layout/door-layout';
import { LoadingScreen } from './layout/loading-screen';
import { FaultPage, UnknownPage, UnloadedPage } from './layout/fault-page';

type Page = () => Promise<{ default: React.ComponentType }>;

/**
 * A page in a file of its own, loaded when it is first opened. If the load fails, for example offline, another page
 * replaces it: the router shows nothing for a rejected `lazy`.
 */
const page = (path: string, load: Page): RouteObject => ({
  path,
  errorElement: <FaultPage />,
  lazy: async () => {
    try {
      return { Component: (await load()).default };
    } catch {
      return { Component: UnloadedPage };
    }
  },
});

/** Pages without a signed-in user. */
const doors: RouteObject[] = [
  page('sign-in', () => import('./session/sign-in-page')),
  page('sign-up', () => import('./session/sign-up-page')),
  page('confirm-sign-up', () => import('./session/confirm-sign-up-page')),
  page('invitation', () => import('./session/accept-invitation-page')),
  page('forgot-password', () => import('./session/forgot-password-page')),
  page('new-password', () => import('./session/new-password-page')),
];

/** Pages of a signed-in user; layout/navigation.ts has the menu. */
const pages: RouteObject[] = [
  page('people', () => import('./pages/people-page')),
  page('people/import', () => import('./pages/import-page')),
  page('people/imports/:id', () => import('./pages/import-progress-page')),
  page('people/:id', () => import('./pages/person-page')),
  page('unclaimed', () => import('./pages/unclaimed-page')),
  page('inbox', () => import('./pages/inbox-page')),
  page('inbox/:id', () => import('./pages/conversation-page')),
  page('notifications', () => import('./pages/notifications-page')),
  page('integrations', () => import('./pages/integrations-page')),
  page('api-keys', () => import('./pages/api-keys-page')),
  page('users', () => import('./pages/users-page')),
  page('systems', () => import('./pages/systems-page')),
  page('systems/:system', () => import('./pages/system-page')),
  page('oauth-apps', () => import('./pages/oauth-apps-page')),
  page('webhooks', () => import('./pages/webhooks-page')),
  page('webhooks/:id', () => import('./pages/deliveries-page')),
  page('published-apps', () => import('./pages/published-apps-page')),
  page('settings', () => import('./pages/settings-page')),
  page('profile', () => import('./pages/profile-page')),
  page('sessions', () => import('./pages/sessions-page')),
  page('two-step', () => import('./pages/two-step-page')),
];

/** Makes the router of the console, which lives under /console/. */
export const createRoutes = (): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter(
    [
      {
        element: <DoorLayout />,
        errorElement: <FaultPage />,
        hydrateFallbackElement: <LoadingScreen />,
        children: doors,
      },
      {
        element: <ConsoleLayout />,
        errorElement: <FaultPage />,
        hydrateFallbackElement: <LoadingScreen />,
        children: [
          { index: true, element: <Navigate replace to="/people" /> },
          ...pages,
          { path: '*', element: <UnknownPage /> },
        ],
      },
    ],
    { basename: '/console' },
  );
