import type { Actor, Role } from '@porchlight/access';
import { Event, events, EventServiceDefinition } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import { parseBody } from '@porchlight/resource';
import type { LocalCopies } from '../copies';
import type { SendLead } from '../people-calls';
import type { Parts } from '../service';
import { buildLeads } from './build-lead';
import type { LeadAddressDocument } from './lead-address-document';
import { readAdf } from './read-adf';

/** What leads by mail are received with. */
export interface AdfParts extends Pick<LocalCopies, 'users'>, Pick<Parts, 'connect'> {
  /** For tests; default: the people service. */
  readonly sendLead?: SendLead;
}

const TIMEOUT_MS = 15_000;
/** Leads of one mail. */
const MAX_LEADS = 10;
const MAX_IGNORED = 100;
const MAX_NAME = 255;

/** The user who created the address, if that user may still send leads. */
export const findLeadActor = async (
  { users }: Pick<AdfParts, 'users'>,
  { accountId, createdById = 0, system, systemId }: LeadAddressDocument,
): Promise<Actor | undefined> => {
  const user = await users.byId(accountId, createdById);
  if (user?.status !== 'Active') return undefined;
  return {
    ...{ accountId, userId: createdById, role: user.role as Role, userName: user.name },
    ...(system !== undefined && { system }),
    ...(systemId !== undefined && { systemId }),
  };
};

/**
 * Receives the leads of a mail as POST /v1/events receives them: with the reading rules of leads, in the name of the
 * user and the system of the address (D12.7). Throws INVALID_BODY for a mail without leads, and what people refuses.
 */
export const receiveAdf = async (
  { connect, sendLead }: AdfParts,
  actor: Actor,
  { xml, digest, address }: { readonly xml: string; readonly digest: string; readonly address: LeadAddressDocument },
  signal: AbortSignal,
): Promise<number> => {
  const bodies = buildLeads(await readAdf(xml));
  if (bodies.length === 0 || bodies.length > MAX_LEADS)
    throw invalidBody(`A mail has 1 to ${MAX_LEADS} leads (<prospect>).`);
  const send: SendLead =
    sendLead ??
    ((lead, within) =>
      connect('people', EventServiceDefinition).ingestEvent(lead.request, {
        actor: lead.actor,
        timeoutMs: TIMEOUT_MS,
        signal: within,
        idempotencyKey: { key: lead.key, fingerprint: lead.key },
      }));
  // All are read before the first is sent: a mail is received whole or refused.
  const leads = bodies.map((body) => parseBody(events, body, 'create', { mode: 'lead' }));
  for (const [at, { record, mask, ignored }] of leads.entries())
    await send(
      {
        actor,
        key: `adf:${address._id}:${digest}:${at}`,
        request: {
          record: record as Event,
          mask,
          options: { handling: 'lenient' },
          ignored: ignored.slice(0, MAX_IGNORED).map((name) => name.slice(0, MAX_NAME)),
        },
      },
      signal,
    );
  return leads.length;
};
