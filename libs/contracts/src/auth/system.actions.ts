import {
  bool,
  defineAction,
  int,
  list,
  readOnly,
  required,
  str,
  time,
  writable,
  type Action,
  type JsonSchema,
} from '@porchlight/resource';
import { SystemServiceDefinition, type System } from '../generated/porchlight/auth/v1/system_service';
import { ADMINS, OWNER } from '../roles';
import { integer, moment, objectOf, text, timeOrNull, wrapped, wrapper } from '../schemas';
import { MAX_SIGNATURE_HEADER_LENGTH, MAX_SIGNATURE_HEADERS } from './signature-headers';

/** The meaning of names for people who use the API. */
const TEXTS = {
  name: 'Name of the system, as in X-System.',
  key: 'Key of the system, for X-System-Key. Responses contain it only once.',
  signatureHeaders: 'Further headers in which webhooks carry the signature of the system.',
  systems: 'Registered systems.',
  lastUsed: 'When the system last sent a request; null if never.',
  disabled: 'True: requests of the system are refused.',
  unregisteredSystems: 'Names that requests sent and that are not registered.',
  count: 'Number of requests.',
  lastSeen: 'When the last request was.',
  ignored: 'Fields that requests of the system sent and that were ignored.',
  field: 'Name of the field.',
  operation: 'Operation of the requests.',
  force: 'True: delete the webhooks and apps of the system too.',
} as const;

const systems = { describe: TEXTS, service: 'auth', resource: 'systems', definition: SystemServiceDefinition } as const;

const headerList = list(str({ min: 1, max: MAX_SIGNATURE_HEADER_LENGTH }), MAX_SIGNATURE_HEADERS);
const signatureHeaders = writable(headerList);
const headerNames: JsonSchema = { type: 'array', items: text, maxItems: MAX_SIGNATURE_HEADERS };
const nameAndKey = objectOf({ name: text, key: text });
const newSystem = objectOf({ id: integer, name: text, key: text, signatureHeaders: headerNames });
const shownSystem = objectOf({
  id: integer,
  name: text,
  created: timeOrNull,
  signatureHeaders: headerNames,
  lastUsed: timeOrNull,
  disabled: { type: 'boolean' },
});

const renderSystem = ({ id, name, created, signatureHeaders, lastUsed, disabled = false }: System): object => ({
  id,
  name,
  created: moment(created),
  signatureHeaders,
  lastUsed: moment(lastUsed),
  disabled,
});

/** Registration of systems by the owner, and the ignored fields of their requests (decisions sections 3 and 11). */
export const systemActions: readonly Action[] = [
  defineAction({
    ...systems,
    name: 'create',
    operationId: 'createSystem',
    summary:
      'Register a sending system. Without a key, one is generated; with a key, the system continues to use it. ' +
      'The response is the only place that contains the key. signatureHeaders are additional names of headers ' +
      'that carry the signature of webhooks next to X-System-Signature.',
    method: 'POST',
    path: '/systems',
    roles: OWNER,
    body: { name: required(str({ min: 1 })), key: writable(str({ trim: false })), signatureHeaders },
    rpc: 'enrollSystem',
    request: ({ body }) => ({
      name: body.name as string,
      key: (body.key as string | null | undefined) ?? undefined,
      signatureHeaders: (body.signatureHeaders as string[] | null | undefined) ?? [],
    }),
    respond: ({ id, name, key, signatureHeaders }) => ({ status: 201, body: { id, name, key, signatureHeaders } }),
    responses: { 201: { description: 'The system and its key.', schema: newSystem } },
  }),
  defineAction({
    ...systems,
    name: 'list',
    summary: 'List the systems that the account registered.',
    method: 'GET',
    path: '/systems',
    roles: OWNER,
    rpc: 'listSystems',
    request: () => ({}),
    respond: ({ records }) => ({
      status: 200,
      body: wrapped('systems', records.map(renderSystem)),
    }),
    responses: { 200: { description: 'The systems.', schema: wrapper('systems', shownSystem) } },
  }),
  defineAction({
    ...systems,
    name: 'rotateKey',
    summary: 'Replace the key of a system. The previous key works for 24 more hours.',
    method: 'POST',
    path: '/systems/rotateKey',
    roles: OWNER,
    body: { name: writable(str()) },
    rpc: 'rotateSystemKey',
    request: ({ body }) => ({ name: (body.name as string | undefined) ?? '' }),
    respond: ({ name, key }) => ({ status: 200, body: { name, key } }),
    responses: { 200: { description: 'Name and new key.', schema: nameAndKey } },
  }),
  defineAction({
    ...systems,
    name: 'unregistered',
    summary:
      'List system names that senders use although they are not registered, with the requests of the last 30 days.',
    method: 'GET',
    path: '/systems/unregistered',
    roles: ADMINS,
    rpc: 'listUnregisteredSystems',
    request: () => ({}),
    respond: ({ records }) => ({
      status: 200,
      body: wrapped(
        'unregisteredSystems',
        records.map(({ name, count, lastSeen }) => ({ name, count, lastSeen: moment(lastSeen) })),
      ),
    }),
    responses: {
      200: {
        description: 'Names, highest count first.',
        schema: wrapper('unregisteredSystems', objectOf({ name: text, count: integer, lastSeen: timeOrNull })),
      },
    },
  }),
  defineAction({
    ...systems,
    name: 'ignored',
    summary:
      'List the fields that were ignored or changed in requests of a system during the last 30 days. ' +
      'The system is the id of a system of this account, the name of a registered system, or none for requests without a system.',
    method: 'GET',
    path: '/systems/:system/ignored',
    roles: ADMINS,
    rpc: 'listIgnoredFields',
    request: ({ path }) => ({ system: path['system'] ?? '' }),
    respond: ({ records }) => ({
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
    responses: {
      200: {
        description: 'Fields, highest count first.',
        schema: wrapper('ignored', objectOf({ field: text, operation: text, count: integer, lastSeen: timeOrNull })),
      },
    },
  }),
  // Last, because an id would match this path.
  defineAction({
    ...systems,
    name: 'get',
    operationId: 'getSystem',
    summary: 'Retrieve a system that the account registered.',
    method: 'GET',
    path: '/systems/:id',
    versioned: true,
    roles: OWNER,
    rpc: 'readSystem',
    request: ({ id }) => ({ id }),
    respond: ({ record }) => ({ status: 200, body: renderSystem(record!), version: record!.version }),
    responses: { 200: { description: 'The system.', schema: shownSystem } },
  }),
  defineAction({
    ...systems,
    name: 'update',
    summary:
      'Update a system: the additional signature headers of its webhooks, and disabled. ' +
      'Requests with the name and key of a disabled system return 401.',
    method: 'PUT',
    path: '/systems/:id',
    versioned: true,
    roles: OWNER,
    body: {
      id: readOnly(int()),
      name: readOnly(str()),
      created: readOnly(time()),
      signatureHeaders: writable(headerList, { nullable: false }),
      lastUsed: readOnly(time()),
      disabled: writable(bool(), { nullable: false }),
    },
    rpc: 'updateSystem',
    request: ({ id, body, mask, ifVersion }) => ({
      id,
      ifVersion,
      signatureHeaders: (body.signatureHeaders as string[] | undefined) ?? [],
      ...(!mask.includes('signatureHeaders') && { keepSignatureHeaders: true }),
      ...(mask.includes('disabled') && { disabled: body.disabled as boolean }),
    }),
    respond: ({ record }) => ({ status: 200, body: renderSystem(record!), version: record!.version }),
    responses: { 200: { description: 'The system.', schema: shownSystem } },
  }),
  defineAction({
    ...systems,
    name: 'delete',
    summary:
      'Delete a system. While webhooks, OAuth apps, published inbox apps or addresses for leads of the account belong to it, the response is ' +
      '409 with these as problems; force=true deletes them too.',
    method: 'DELETE',
    path: '/systems/:id',
    versioned: true,
    roles: OWNER,
    query: { force: { type: 'bool' } },
    rpc: 'deleteSystem',
    request: ({ id, query, ifVersion }) => ({ id, force: query['force']?.[0] === 'true', dryRun: false, ifVersion }),
    respond: () => ({ status: 200, body: {} }),
    responses: { 200: { description: 'Deleted.', schema: { type: 'object' } } },
  }),
];
