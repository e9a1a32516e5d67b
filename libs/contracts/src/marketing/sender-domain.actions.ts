import { defineAction, renderTime, required, str, type Action } from '@porchlight/resource';
import {
  SenderDomainServiceDefinition,
  type SenderDomain,
} from '../generated/porchlight/marketing/v1/sender_domain_service';
import { ADMINS, OWNER } from '../roles';
import { objectOf, text, textOrNull } from '../schemas';

/** The meaning of names for people who use the API. */
const TEXTS = {
  address: 'Address from which emails to people are sent.',
  status:
    '`None`: no address is set. `Pending`: the record was not found yet. `Verified`: emails are sent from the address.',
  required: 'True if the account must verify an address to send emails.',
  requiredFrom: 'When the address is required from.',
  record: 'The DNS record that proves the domain.',
  'record.type': 'Type of the DNS record.',
  'record.name': 'Name of the DNS record.',
  value: 'Value of the DNS record.',
  verifiedAt: 'When the domain was verified.',
  checkedAt: 'When the record was last looked up.',
  problem: 'Why the record does not prove the domain; null if it does.',
} as const;

const of = {
  describe: TEXTS,
  service: 'marketing',
  resource: 'senderDomain',
  definition: SenderDomainServiceDefinition,
} as const;

/** States of the sender of an account. */
export const SENDER_DOMAIN_STATES = ['None', 'Pending', 'Verified'] as const;

const orNull = (time: Date | undefined): string | null => (time === undefined ? null : renderTime(time));

const renderSender = ({ recordName, recordValue, ...sender }: SenderDomain): object => ({
  address: sender.address ?? null,
  status: sender.status,
  required: sender.required,
  requiredFrom: orNull(sender.requiredFrom),
  record: recordName === undefined ? null : { type: 'TXT', name: recordName, value: recordValue },
  verifiedAt: orNull(sender.verifiedAt),
  checkedAt: orNull(sender.checkedAt),
  problem: sender.problem ?? null,
});

const schema = objectOf({
  address: textOrNull,
  status: { type: 'string', enum: [...SENDER_DOMAIN_STATES] },
  required: { type: 'boolean' },
  requiredFrom: textOrNull,
  record: { ...objectOf({ type: text, name: text, value: text }), type: ['object', 'null'] },
  verifiedAt: textOrNull,
  checkedAt: textOrNull,
  problem: textOrNull,
});
const responses = { 200: { description: 'The sender of mails to contacts.', schema } } as const;

/** The sender of mails to contacts, verified by a DNS record (hardening N5). */
export const senderDomainActions: readonly Action[] = [
  defineAction({
    ...of,
    name: 'get',
    operationId: 'getSenderDomain',
    summary: 'Retrieve the sender of mails to contacts and the DNS record that verifies its domain.',
    method: 'GET',
    path: '/senderDomain',
    versioned: true,
    roles: ADMINS,
    rpc: 'readSenderDomain',
    request: () => ({}),
    respond: ({ record }) => ({ status: 200, body: renderSender(record!), version: record!.version }),
    responses,
  }),
  defineAction({
    ...of,
    name: 'update',
    operationId: 'updateSenderDomain',
    summary: 'Set the sender of mails to contacts. Another domain must be verified again.',
    method: 'PUT',
    path: '/senderDomain',
    versioned: true,
    roles: OWNER,
    body: { address: required(str({ min: 3, max: 254 })) },
    rpc: 'setSenderDomain',
    request: ({ body, ifVersion }) => ({ address: body.address as string, ifVersion }),
    respond: ({ record }) => ({ status: 200, body: renderSender(record!), version: record!.version }),
    responses,
  }),
  defineAction({
    ...of,
    name: 'verify',
    summary: 'Look up the DNS record of the sender domain now. It is also looked up when a mail is due.',
    method: 'POST',
    path: '/senderDomain/verify',
    roles: OWNER,
    rpc: 'verifySenderDomain',
    request: () => ({}),
    respond: ({ record }) => ({ status: 200, body: renderSender(record!) }),
    responses,
  }),
  defineAction({
    ...of,
    name: 'delete',
    operationId: 'deleteSenderDomain',
    summary: 'Remove the sender of mails to contacts.',
    method: 'DELETE',
    path: '/senderDomain',
    versioned: true,
    roles: OWNER,
    rpc: 'removeSenderDomain',
    request: ({ ifVersion }) => ({ ifVersion }),
    respond: () => ({ status: 200, body: {} }),
    responses: { 200: { description: 'Removed.', schema: { type: 'object', maxProperties: 0 } } },
  }),
];
