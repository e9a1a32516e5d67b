import { SCOPES } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import {
  defineAction,
  list,
  oneOf,
  parseId,
  required,
  str,
  time,
  writable,
  type Action,
  type JsonSchema,
} from '@porchlight/resource';
import { ApiKeyServiceDefinition, type ApiKey } from '../generated/porchlight/auth/v1/api_key_service';
import { EVERYONE } from '../roles';
import { integer, moment, objectOf, text, timeOrNull, wrapped, wrapper } from '../schemas';

/** The meaning of names for people who use the API. */
const TEXTS = {
  label: 'What the key is for.',
  scopes:
    'What the key may do: `read` or `write` (which includes reading), and services: `people`, `deals`, `marketing`, `webhooks`. Without scopes the key has the full rights of its user.',
  apiKey: 'The key. Only in this response.',
  prefix: 'First characters of the key, to recognize it.',
  expiresAt: 'When the key expires; null: never.',
  apiKeys: 'Keys of the user.',
  lastUsed: 'Day of the last use; null if never.',
} as const;

const keys = { describe: TEXTS, service: 'auth', resource: 'apiKeys', definition: ApiKeyServiceDefinition } as const;

const shownKey = ({ id, label, prefix, created, lastUsed, scopes, expiresAt }: ApiKey): object => ({
  id,
  label,
  prefix,
  scopes,
  expiresAt: moment(expiresAt),
  created: moment(created),
  lastUsed: moment(lastUsed),
});

const scopeList: JsonSchema = { type: 'array', items: { type: 'string', enum: [...SCOPES] } };
const limits = { scopes: scopeList, expiresAt: timeOrNull } as const;

const keyWithoutSecret = objectOf({
  id: integer,
  label: text,
  prefix: text,
  ...limits,
  created: timeOrNull,
  lastUsed: timeOrNull,
});
/** Management of API keys by users (decisions sections 3 and 6). */
export const keyActions: readonly Action[] = [
  defineAction({
    ...keys,
    name: 'create',
    operationId: 'createApiKey',
    summary:
      'Create an API key for the caller, or, as the owner, for any user. The response is the only place that contains the key. ' +
      'Without scopes, the key has the full rights of its user; without expiresAt, it does not expire.',
    method: 'POST',
    path: '/users/:id/apiKeys',
    roles: EVERYONE,
    body: {
      label: required(str({ min: 1 })),
      scopes: writable(list(oneOf(SCOPES), SCOPES.length)),
      expiresAt: writable(time()),
    },
    rpc: 'issueApiKey',
    request: ({ id, body }) => ({
      userId: id,
      label: body.label as string,
      scopes: (body.scopes as string[] | undefined) ?? [],
      expiresAt: (body.expiresAt as Date | null | undefined) ?? undefined,
    }),
    respond: ({ record, apiKey }) => {
      const { id, label, prefix, created, scopes, expiresAt } = record!;
      const body = { id, label, apiKey, prefix, scopes, expiresAt: moment(expiresAt), created: moment(created) };
      return { status: 201, body };
    },
    responses: {
      201: {
        description: 'The key.',
        schema: objectOf({ id: integer, label: text, apiKey: text, prefix: text, ...limits, created: timeOrNull }),
      },
    },
  }),
  defineAction({
    ...keys,
    name: 'list',
    summary: "List a user's API keys, newest first, without the keys themselves.",
    method: 'GET',
    path: '/users/:id/apiKeys',
    roles: EVERYONE,
    rpc: 'listApiKeys',
    request: ({ id }) => ({ userId: id }),
    respond: ({ records }) => ({ status: 200, body: wrapped('apiKeys', records.map(shownKey)) }),
    responses: { 200: { description: 'The keys.', schema: wrapper('apiKeys', keyWithoutSecret) } },
  }),
  defineAction({
    ...keys,
    name: 'delete',
    operationId: 'deleteApiKey',
    summary: 'Revoke an API key. It stops working within a second.',
    method: 'DELETE',
    path: '/users/:id/apiKeys/:keyId',
    roles: EVERYONE,
    rpc: 'endApiKey',
    request: ({ id, path }) => {
      const keyId = parseId(path['keyId'] ?? '');
      if (keyId === undefined) throw refuse('NOT_FOUND', { what: 'API key' });
      return { userId: id, keyId };
    },
    respond: () => ({ status: 200, body: {} }),
    responses: { 200: { description: 'Revoked.', schema: { type: 'object', maxProperties: 0 } } },
  }),
];
