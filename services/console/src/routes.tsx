import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { LoadingScreen } from './components/loading';
import { ConsoleLayout } from './layout/console-layout';
import { ErrorPage, NotFoundPage, LoadErrorPage } from './layout/error-pages';
import { SignedOutLayout } from './layout/signed-out-layout';

type Page = () => Promise<{ default: React.ComponentType }>;

/**
 * A page in a file of its own, loaded when it is first opened. If the load fails, for example offline, another page
 * replaces it: the router shows nothing for a rejected `lazy`.
 */
const page = (path: string, load: Page, children?: RouteObject[]): RouteObject => ({
  path,
  children,
  errorElement: <ErrorPage />,
  lazy: async () => {
    try {
      return { Component: (await load()).default };
    } catch {
      return { Component: LoadErrorPage };
    }
  },
});

/** Pages without a signed-in user. */
const signedOutPages: RouteObject[] = [
  page('sign-in', () => import('./sign-in/sign-in-page')),
  page('sign-up', () => import('./sign-in/sign-up-page')),
  page('confirm-sign-up', () => import('./sign-in/choose-password-page')),
  page('confirm-email', () => import('./sign-in/confirm-email-page')),
  page('invitation', () => import('./sign-in/choose-password-page')),
  page('forgot-password', () => import('./sign-in/forgot-password-page')),
  page('new-password', () => import('./sign-in/choose-password-page')),
];

/** Pages of a signed-in user; layout/navigation.ts has the menu. */
const pages: RouteObject[] = [
  page('today', () => import('./today/today-page')),
  page('deals', () => import('./deals/deals-page')),
  page('deals/:id', () => import('./deals/deal-page')),
  page('pipelines', () => import('./deals/pipelines-page')),
  page('tasks', () => import('./tasks/tasks-page')),
  page('calendar', () => import('./calendar/calendar-page')),
  page('people', () => import('./people/people-page')),
  page('people/import', () => import('./people/import-page')),
  page('people/imports/:id', () => import('./people/import-progress-page')),
  page('people/:id', () => import('./person/person-page')),
  page('unclaimed', () => import('./leads/unclaimed-page')),
  page('leads', () => import('./leads/received-leads-page')),
  page('events/:id/journey', () => import('./leads/lead-journey-page')),
  page('templates', () => import('./templates/templates-page')),
  page('templates/email/:id', () => import('./templates/email-template-page')),
  page('templates/text/:id', () => import('./templates/text-template-page')),
  page('plans', () => import('./plans/plans-page')),
  page('plans/:id', () => import('./plans/plan-page')),
  page('automations', () => import('./automations/automations-page')),
  page('automations/:id', () => import('./automations/automation-page')),
  page('campaigns', () => import('./campaigns/campaigns-page')),
  page('campaigns/:id', () => import('./campaigns/campaign-page')),
  page('inbox', () => import('./inbox/inbox-page')),
  page('inbox/:id', () => import('./inbox/conversation-page')),
  page('notifications', () => import('./notifications/notifications-page')),
  page('integrations', () => import('./inbox/integrations-page')),
  page('reports', () => import('./reports/reports-page')),
  page('api-keys', () => import('./api-keys/api-keys-page')),
  page('users', () => import('./users/users-page')),
  page('systems', () => import('./systems/systems-page')),
  page('systems/:system', () => import('./systems/system-page')),
  page('usage', () => import('./systems/usage-page')),
  page('oauth-apps', () => import('./apps/oauth-apps-page')),
  page('connected-apps', () => import('./apps/connected-apps-page')),
  page('webhooks', () => import('./webhooks/webhooks-page')),
  page('webhooks/:id', () => import('./webhooks/deliveries-page')),
  page('published-apps', () => import('./apps/published-apps-page')),
  page('settings', () => import('./settings/settings-layout'), [
    page('', () => import('./settings/settings-page')),
    page('stages', () => import('./settings/stages-page')),
    page('fields', () => import('./settings/fields-page')),
    page('appointments', () => import('./settings/appointments-page')),
    page('lead-flow', () => import('./settings/lead-flow-page')),
    page('groups', () => import('./settings/groups-page')),
    page('ponds', () => import('./settings/ponds-page')),
    page('lead-sources', () => import('./settings/lead-sources-page')),
    page('teams', () => import('./settings/teams-page')),
    page('team-inboxes', () => import('./settings/team-inboxes-page')),
    page('emails', () => import('./settings/emails-page')),
    page('suppressions', () => import('./settings/suppressions-page')),
    page('account', () => import('./settings/account-page')),
    page('audit-log', () => import('./settings/audit-log-page')),
    page('exports', () => import('./settings/exports-page')),
  ]),
  page('profile', () => import('./profile/profile-page')),
  page('sessions', () => import('./profile/sessions-page')),
  page('two-step', () => import('./profile/two-step-page')),
];

/** Creates the router. All paths are below /console/. */
export const createRoutes = (): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter(
    [
      {
        element: <SignedOutLayout />,
        errorElement: <ErrorPage />,
        hydrateFallbackElement: <LoadingScreen />,
        children: signedOutPages,
      },
      {
        element: <ConsoleLayout />,
        errorElement: <ErrorPage />,
        hydrateFallbackElement: <LoadingScreen />,
        children: [
          { index: true, element: <Navigate replace to="/today" /> },
          ...pages,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
    { basename: '/console' },
  );
