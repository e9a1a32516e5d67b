import { defineAction, type Action } from '@porchlight/resource';
import { ConnectedAppServiceDefinition, type ConnectedApp } from '../generated/porchlight/auth/v1/oauth_service';
import { EVERYONE } from '../roles';
import { arrayOf, integer, moment, objectOf, text, timeOrNull, wrapped, wrapper } from '../schemas';

/** The meaning of names for people who use the API. */
const TEXTS = {
  connectedApps: 'Apps with access.',
  name: 'Name of the app.',
  clientId: 'Id of the app in OAuth requests.',
  user: 'The user who authorized the app.',
  'user.name': 'Full name of the user.',
  scopes: 'What the app may do; empty: everything that the user may.',
  lastUsed: 'When the app last used its access; null if never.',
} as const;

const connectedApps = {
  describe: TEXTS,
  service: 'auth',
  resource: 'connectedApps',
  definition: ConnectedAppServiceDefinition,
  roles: EVERYONE,
} as const;

const shownApp = objectOf({
  id: integer,
  name: text,
  clientId: text,
  user: objectOf({ id: integer, name: text }),
  scopes: arrayOf(text),
  created: timeOrNull,
  lastUsed: timeOrNull,
});

const renderApp = ({ id, name, clientId, userId, userName, scopes, created, lastUsed }: ConnectedApp): object => ({
  id,
  name,
  clientId,
  user: { id: userId, name: userName },
  scopes,
  created: moment(created),
  lastUsed: moment(lastUsed),
});

/** OAuth apps with access to the data of users, and the end of their access (D13.9). */
export const connectedAppActions: readonly Action[] = [
  defineAction({
    ...connectedApps,
    name: 'list',
    summary:
      'List the OAuth apps with access for the caller; for the owner, those of all users. One entry is one app of one ' +
      'user. No scopes: the app has all rights of the user.',
    method: 'GET',
    path: '/connectedApps',
    rpc: 'listConnectedApps',
    request: () => ({}),
    respond: ({ records }) => ({ status: 200, body: wrapped('connectedApps', records.map(renderApp)) }),
    responses: { 200: { description: 'The apps.', schema: wrapper('connectedApps', shownApp) } },
  }),
  defineAction({
    ...connectedApps,
    name: 'delete',
    summary: 'End the access of an OAuth app. Its tokens are refused within two seconds.',
    method: 'DELETE',
    path: '/connectedApps/:id',
    rpc: 'deleteConnectedApp',
    request: ({ id }) => ({ id }),
    respond: () => ({ status: 200, body: {} }),
    responses: { 200: { description: 'The access is ended.', schema: { type: 'object' } } },
  }),
];
