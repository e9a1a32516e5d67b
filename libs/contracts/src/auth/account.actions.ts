import {
  defineAction,
  int,
  list,
  object,
  oneOf,
  readOnly,
  str,
  text as multiline,
  writable,
  type Action,
} from '@porchlight/resource';
import { OwnAccountServiceDefinition, type OwnAccount } from '../generated/porchlight/auth/v1/own_account_service';
import { EVERYONE, OWNER } from '../roles';
import { arrayOf, integer, objectOf, text } from '../schemas';

/** The meaning of names for people who use the API. */
const TEXTS = {
  name: 'Name of the account.',
  domain: 'Short name of the account in addresses.',
  owner: 'The owner of the account.',
  'owner.name': 'Full name of the owner.',
  'owner.email': 'Email address of the owner.',
  handling:
    'How bodies with unknown fields are read if the request does not say it: `strict` refuses them, `lenient` ignores the fields and names them in X-Ignored.',
  unregisteredSystems:
    'What happens with a request of a system that is not registered: `refuse` returns 401, `ignore` handles it as a request without a system.',
  corsOrigins: 'Origins whose pages may call the API with access tokens.',
  mailFooter: 'Postal address below emails to people.',
  country: 'Country of the account; its phone numbers are local.',
} as const;

const account = {
  describe: TEXTS,
  service: 'auth',
  resource: 'account',
  definition: OwnAccountServiceDefinition,
} as const;

/** Reading mode of request bodies and query parameters (decisions section 11). */
export const HANDLINGS = ['strict', 'lenient'] as const;
/** Handling of requests with an unknown system name and key (decisions section 11). */
export const UNREGISTERED_SYSTEMS = ['refuse', 'ignore'] as const;

/** Origins of one account whose pages may call the API. */
const MAX_CORS_ORIGINS = 20;

const renderAccount = (record: OwnAccount): object => {
  const { id, name, domain, ownerName, ownerEmail, handling, unregisteredSystems, country, mailFooter, corsOrigins } =
    record;
  const owner = { name: ownerName, email: ownerEmail };
  return { id, name, domain, owner, handling, unregisteredSystems, country, corsOrigins, mailFooter };
};

const schema = objectOf({
  id: integer,
  name: text,
  domain: text,
  owner: objectOf({ name: text, email: text }),
  handling: text,
  unregisteredSystems: text,
  country: text,
  corsOrigins: arrayOf(text),
  mailFooter: text,
});

/** The account of the caller and its settings (decisions section 11). */
export const accountActions: readonly Action[] = [
  defineAction({
    ...account,
    name: 'get',
    operationId: 'getAccount',
    summary: 'Retrieve the account of the caller with its owner and settings.',
    method: 'GET',
    path: '/account',
    versioned: true,
    roles: EVERYONE,
    rpc: 'getOwnAccount',
    request: () => ({}),
    respond: ({ record }) => ({ status: 200, body: renderAccount(record!), version: record!.version }),
    responses: { 200: { description: 'The account.', schema } },
  }),
  defineAction({
    ...account,
    name: 'update',
    operationId: 'updateAccount',
    summary:
      'Update the name and settings of the account. With handling "lenient", unknown fields and query parameters are ' +
      'ignored and listed in X-Ignored. With unregisteredSystems "ignore", requests with an unknown system name and key are ' +
      'accepted without a system. With country (ISO 3166, default US), phones without a country code are numbers of that ' +
      'country; a change reads the phones of all people again. ' +
      'corsOrigins lists the origins whose pages may call the API with an access token, such as https://app.example.com. ' +
      'mailFooter is the postal address in the footer of mails to contacts; without it the footer has the name of the ' +
      'account. Changes apply within two seconds; those of mails within a minute.',
    method: 'PUT',
    path: '/account',
    versioned: true,
    roles: OWNER,
    body: {
      id: readOnly(int()),
      domain: readOnly(str()),
      owner: readOnly(object({ name: str(), email: str() })),
      name: writable(str({ min: 1 }), { nullable: false }),
      handling: writable(oneOf(HANDLINGS), { nullable: false }),
      unregisteredSystems: writable(oneOf(UNREGISTERED_SYSTEMS), { nullable: false }),
      country: writable(str({ min: 2, max: 2 }), { nullable: false }),
      corsOrigins: writable(list(str({ min: 1, max: 300 }), MAX_CORS_ORIGINS), { nullable: false }),
      // An empty text removes it.
      mailFooter: writable(multiline(500), { nullable: false }),
    },
    rpc: 'updateOwnAccount',
    request: ({ body, mask, ifVersion }) => ({
      ifVersion,
      name: body.name as string | undefined,
      handling: body.handling as string | undefined,
      unregisteredSystems: body.unregisteredSystems as string | undefined,
      country: body.country as string | undefined,
      mailFooter: body.mailFooter as string | undefined,
      corsOrigins: mask.includes('corsOrigins') ? { origins: body.corsOrigins as string[] } : undefined,
    }),
    respond: ({ record }) => ({ status: 200, body: renderAccount(record!), version: record!.version }),
    responses: { 200: { description: 'The account.', schema } },
  }),
];
