import { defineAction, required, str, writable, type Action, type JsonSchema } from '@porchlight/resource';
import {
  SystemServiceDefinition,
  type EnrollSystemRequest,
  type EnrollSystemResponse,
  type ListIgnoredFieldsRequest,
  type ListIgnoredFieldsResponse,
  type ListSystemsResponse,
  type ListUnregisteredSystemsResponse,
  type RotateSystemKeyRequest,
  type RotateSystemKeyResponse,
} from '../generated/porchlight/auth/v1/system_service';
import { ADMINS, OWNER } from '../roles';
import { integer, moment, text, timeOrNull, wrapped, wrapper } from './few-records';

const systems = { service: 'auth', resource: 'systems', definition: SystemServiceDefinition } as const;

const oneSystem: JsonSchema = { type: 'object', properties: { name: text, key: text } };

/** Systems as the owner of an account registers them, and what was ignored in their requests (decisions sections 3 and 11). */
export const systemActions: readonly Action[] = [
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
      body: wrapped(
        'systems',
        records.map(({ id, name, created, signatureHeaders }) => ({
          id,
          name,
          created: moment(created),
          signatureHeaders,
        })),
      ),
    }),
    answers: {
      200: {
        description: 'The systems.',
        schema: wrapper('systems', {
          type: 'object',
          properties: {
            id: integer,
            name: text,
            created: timeOrNull,
            signatureHeaders: { type: 'array', items: text },
          },
        }),
      },
    },
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
  defineAction<object, ListUnregisteredSystemsResponse>({
    ...systems,
    name: 'unregistered',
    summary:
      'Lists system names that senders use although they are not registered, with the requests of the last 30 days.',
    method: 'GET',
    path: '/systems/unregistered',
    roles: ADMINS,
    rpc: 'listUnregisteredSystems',
    request: () => ({}),
    answer: ({ records }) => ({
      status: 200,
      body: wrapped(
        'unregisteredSystems',
        records.map(({ name, count, lastSeen }) => ({ name, count, lastSeen: moment(lastSeen) })),
      ),
    }),
    answers: {
      200: {
        description: 'Names, highest count first.',
        schema: wrapper('unregisteredSystems', {
          type: 'object',
          properties: { name: text, count: integer, lastSeen: timeOrNull },
        }),
      },
    },
  }),
  defineAction<ListIgnoredFieldsRequest, ListIgnoredFieldsResponse>({
    ...systems,
    name: 'ignored',
    summary:
      'Lists the fields that were ignored or changed in requests of a system during the last 30 days. ' +
      'The system is the id of a system of this account, the name of a registered system, or none for requests without a system.',
    method: 'GET',
    path: '/systems/:system/ignored',
    roles: ADMINS,
    rpc: 'listIgnoredFields',
    request: ({ path }) => ({ system: path['system'] ?? '' }),
    answer: ({ records }) => ({
      status: 200,
      body: wrapped(
        'ignored',
        records.map(({ field, operation, count, lastSeen }) => ({
          field,
          operation,
          count,
          lastSeen: moment(lastSeen),
        })),
      ),
    }),
    answers: {
      200: {
        description: 'Fields, highest count first.',
        schema: wrapper('ignored', {
          type: 'object',
          properties: { field: text, operation: text, count: integer, lastSeen: timeOrNull },
        }),
      },
    },
  }),
];
