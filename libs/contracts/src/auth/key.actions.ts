import { refuse } from '@porchlight/errors';
import { defineAction, parseId, required, str, type Action, type JsonSchema } from '@porchlight/resource';
import {
  ApiKeyServiceDefinition,
  type ApiKey,
  type EndApiKeyRequest,
  type IssueApiKeyRequest,
  type IssueApiKeyResponse,
  type ListApiKeysRequest,
  type ListApiKeysResponse,
} from '../generated/porchlight/auth/v1/api_key_service';
import { EVERYONE } from '../roles';
import { moment, wrapped, wrapper, integer, text, timeOrNull } from './few-records';

const keys = { service: 'auth', resource: 'apiKeys', definition: ApiKeyServiceDefinition } as const;

const shownKey = ({ id, label, prefix, created, lastUsed }: ApiKey): object => ({
  id,
  label,
  prefix,
  created: moment(created),
  lastUsed: moment(lastUsed),
});

const keyWithoutSecret: JsonSchema = {
  type: 'object',
  properties: { id: integer, label: text, prefix: text, created: timeOrNull, lastUsed: timeOrNull },
};
/** API keys as users manage them (decisions sections 3 and 6). */
export const keyActions: readonly Action[] = [
  defineAction<IssueApiKeyRequest, IssueApiKeyResponse>({
    ...keys,
    name: 'create',
    summary: 'Makes an API key for a user: oneself, or anybody for the owner. The key is in this answer only.',
    method: 'POST',
    path: '/users/:id/apiKeys',
    roles: EVERYONE,
    body: { label: required(str({ min: 1 })) },
    rpc: 'issueApiKey',
    request: ({ id, body }) => ({ userId: id, label: body.label as string }),
    answer: ({ record, apiKey }) => {
      const { id, label, prefix, created } = record!;
      return { status: 201, body: { id, label, apiKey, prefix, created: moment(created) } };
    },
    answers: {
      201: {
        description: 'The key.',
        schema: {
          type: 'object',
          properties: { id: integer, label: text, apiKey: text, prefix: text, created: timeOrNull },
          required: ['id', 'apiKey'],
        },
      },
    },
  }),
  defineAction<ListApiKeysRequest, ListApiKeysResponse>({
    ...keys,
    name: 'list',
    summary: "Lists a user's API keys, newest first, without the keys themselves.",
    method: 'GET',
    path: '/users/:id/apiKeys',
    roles: EVERYONE,
    rpc: 'listApiKeys',
    request: ({ id }) => ({ userId: id }),
    answer: ({ records }) => ({ status: 200, body: wrapped('apiKeys', records.map(shownKey)) }),
    answers: { 200: { description: 'The keys.', schema: wrapper('apiKeys', keyWithoutSecret) } },
  }),
  defineAction<EndApiKeyRequest, object>({
    ...keys,
    name: 'delete',
    summary: 'Ends an API key; it stops within a second everywhere.',
    method: 'DELETE',
    path: '/users/:id/apiKeys/:keyId',
    roles: EVERYONE,
    rpc: 'endApiKey',
    request: ({ id, path }) => {
      const keyId = parseId(path['keyId'] ?? '');
      if (keyId === undefined) throw refuse('NOT_FOUND', { what: 'API key' });
      return { userId: id, keyId };
    },
    answer: () => ({ status: 200, body: {} }),
    answers: { 200: { description: 'It is ended.', schema: { type: 'object', maxProperties: 0 } } },
  }),
];
