import { createRenderer, defineAction, getFields, int, required, str, type Action } from '@porchlight/resource';
import { InboxAppServiceDefinition } from '../generated/porchlight/notifier/v1/inbox_app_service';
import { EVERYONE } from '../roles';
import { arrayOf, objectOf } from '../schemas';
import { inboxApps } from './inbox-apps.resource';
import { installableInboxApps } from './installable-inbox-apps.resource';

/** The meaning of names for people who use the API. */
const TEXTS = {
  publishedInboxAppId: 'Id of the published app.',
  subscriptionUrl: 'HTTPS address that gets callbacks.',
  status: 'Active, or Disabled if the address does not answer.',
  name: 'Name of the app.',
  canReply: 'True if users can reply to conversations of the app.',
  inboxApps: 'The installations.',
  userId: 'Id of the user whose inbox the app fills; null for the whole account.',
} as const;

const render = createRenderer(inboxApps);
/** Rendering of an installation: null for absent values. */
const SHOWN = objectOf(
  Object.fromEntries(
    Object.entries(getFields(inboxApps))
      .filter(([, { visible }]) => visible)
      .map(([name, { codec }]) => [name, { ...codec.shows, type: [codec.shows['type'], 'null'] }]),
  ),
);
const COMMON = {
  describe: TEXTS,
  service: 'notifier',
  resource: 'inboxApps',
  definition: InboxAppServiceDefinition,
  roles: EVERYONE,
} as const;
/** The receiver has 10 s for the test POST; more than the default timeout of a service. */
const INSTALL_TIMEOUT_MS = 15_000;

/** An action that lists installations; without an id in the path, of all apps (id 0). */
const listInstalled = (action: Pick<Action, 'name' | 'operationId' | 'summary' | 'path'>): Action =>
  defineAction({
    ...COMMON,
    ...action,
    method: 'GET',
    rpc: 'listInstalledInboxApps',
    request: ({ id }) => ({ publishedInboxAppId: id }),
    respond: ({ records }) => ({ status: 200, body: { inboxApps: records.map((record) => render(record)) } }),
    responses: {
      200: {
        description: 'The installations.',
        schema: objectOf({ inboxApps: arrayOf(SHOWN) }),
      },
    },
  });

/** Installation and removal of inbox apps (specification: Inbox app installation; decisions section 9). */
export const inboxAppActions: readonly Action[] = [
  defineAction({
    ...COMMON,
    name: 'install',
    summary: 'Install a published inbox app for a user or the whole account. Its subscription URL is tested first.',
    method: 'POST',
    path: '/inboxApps/install',
    body: {
      publishedInboxAppId: required(int({ min: 1 })),
      userId: required(int({ min: 0 })),
      subscriptionUrl: required(str({ min: 1, max: 2048 })),
    },
    rpc: 'installInboxApp',
    timeoutMs: INSTALL_TIMEOUT_MS,
    request: ({ body }) => ({
      publishedInboxAppId: body.publishedInboxAppId as number,
      userId: body.userId as number,
      subscriptionUrl: body.subscriptionUrl as string,
    }),
    respond: ({ record }) => ({ status: 201, body: render(record!) }),
    responses: { 201: { description: 'The installed inbox app.', schema: SHOWN } },
  }),
  defineAction({
    ...COMMON,
    name: 'published',
    summary: 'List the inbox apps that can be installed, newest first.',
    method: 'GET',
    path: '/inboxApps/published',
    lists: installableInboxApps,
    rpc: 'listInstallableInboxApps',
    request: ({ list: query }) => ({ query }),
  }),
  listInstalled({
    name: 'installed',
    operationId: 'getInstalledInboxApp',
    summary: 'List the installations of a published inbox app: all for the owner, their own for other users.',
    path: '/inboxApps/installedApps/:id',
  }),
  listInstalled({
    name: 'allInstalled',
    operationId: 'listInstalledInboxApps',
    summary: 'List the installations of all inbox apps: all for the owner, their own for other users.',
    path: '/inboxApps/installedApps',
  }),
  defineAction({
    ...COMMON,
    name: 'delete',
    summary: 'Uninstall an inbox app. Its conversations stay.',
    method: 'DELETE',
    path: '/inboxApps/:id',
    rpc: 'uninstallInboxApp',
    request: ({ id }) => ({ id }),
    respond: () => ({ status: 204 }),
    responses: { 204: { description: 'Removed.' } },
  }),
];
