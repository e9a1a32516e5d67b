import { refuse } from '@porchlight/errors';
import { defineAction, parseId, renderTime, required, str, writable, type Action, type JsonSchema } from '@porchlight/resource';
import {
  ApiKeyServiceDefinition,
  type ApiKey,
  type EndApiKeyRequest,
  type IssueApiKeyRequest,
  type IssueApiKeyResponse,
  type ListApiKeysRequest,
  type ListApiKeysResponse,
} from '../generated/porchlight/auth/v1/api_key_service';
import {
  SystemServiceDefinition,
  type EnrollSystemRequest,
  type EnrollSystemResponse,
  type ListSystemsResponse,
  type RotateSystemKeyRequest,
  type RotateSystemKeyResponse,
} from '../generated/porchlight/auth/v1/system_service';
import { EVERYONE, OWNER } from '../roles';

const keys = { service: 'auth', resource: 'apiKeys', definition: ApiKeyServiceDefinition } as const;
const systems = { service: 'auth', resource: 'systems', definition: SystemServiceDefinition } as const;

/** Lists of a few: all in one page, in the usual wrapper. */
const wrapped = (collection: string, records: readonly object[]): object => ({
  _metadata: { collection, offset: 0, limit: 100, total: records.length, next: null, nextLink: null },
  [collection]: records,
});

const moment = (time: ApiKey['created']): string | null => (time ? renderTime(time) : null);

const shownKey = ({ id, label, prefix, created, lastUsed }: ApiKey): object => ({
  id,
  label,
  prefix,
  created: moment(created),
  lastUsed: moment(lastUsed),
});

const text: JsonSchema = { type: 'string' };
const oneSystem: JsonSchema = { type: 'object', properties: { name: text, key: text } };

const integer: JsonSchema = { type: 'integer' };
const timeOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
const keyWithoutSecret: JsonSchema = {
  type: 'object',
  properties: { id: integer, label: text, prefix: text, created: timeOrNull, lastUsed: timeOrNull },
};
const wrapper = (collection: string, item: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    _metadata: {
      type: 'object',
      properties: { collection: { type: 'string', const: collection }, offset: integer, limit: integer, total: integer, next: { type: 'null' }, nextLink: { type: 'null' } },
      required: ['collection', 'offset', 'limit', 'total', 'next', 'nextLink'],
    },
    [collection]: { type: 'array', items: item },
  },
  required: ['_metadata', collection],
});

/** API keys and systems as users manage them (decisions sections 3 and 6). */
export const authActions: readonly Action[] = [
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
        schema: { type: 'object', properties: { id: integer, label: text, apiKey: text, prefix: text, created: timeOrNull }, required: ['id', 'apiKey'] },
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
  defineAction<EnrollSystemRequest, EnrollSystemResponse>({
    ...systems,
    name: 'create',
    summary: 'Registers a sending system. Its key is in this answer only.',
    method: 'POST',
    path: '/systems',
    roles: OWNER,
    body: { name: required(str({ min: 1 })) },
    rpc: 'enrollSystem',
    request: ({ body }) => ({ name: body.name as string }),
    answer: ({ name, key }) => ({ status: 201, body: { name, key } }),
    answers: { 201: { description: 'Name and key.', schema: oneSystem } },
  }),
  defineAction<object, ListSystemsResponse>({
    ...systems,
    name: 'list',
    summary: 'Lists the systems that this account registered.',
    method: 'GET',
    path: '/systems',
    roles: OWNER,
    rpc: 'listSystems',
    request: () => ({}),
    answer: ({ records }) => ({
      status: 200,
      body: wrapped('systems', records.map(({ name, created }) => ({ name, created: moment(created) }))),
    }),
    answers: { 200: { description: 'The systems.', schema: wrapper('systems', { type: 'object', properties: { name: text, created: timeOrNull } }) } },
  }),
  defineAction<RotateSystemKeyRequest, RotateSystemKeyResponse>({
    ...systems,
    name: 'rotateKey',
    summary: 'Gives a system a new key; the former one is good for 24 hours more.',
    method: 'POST',
    path: '/systems/rotateKey',
    roles: OWNER,
    body: { name: writable(str()) },
    rpc: 'rotateSystemKey',
    request: ({ body }) => ({ name: (body.name as string | undefined) ?? '' }),
    answer: ({ name, key }) => ({ status: 200, body: { name, key } }),
    answers: { 200: { description: 'Name and new key.', schema: oneSystem } },
  }),
];
