import type { BatchHandler } from '@porchlight/bus';
import {
  decodeChange,
  type ReceivedLead,
  type ReportReceivedLeadsRequest,
  type ReportReceivedLeadsResponse,
} from '@porchlight/contracts';
import { DAY_MS } from '@porchlight/runtime';
import {
  composeKey,
  systemCall,
  type Draft,
  type DocumentCollection,
  type ResourceStore,
  type StoreCall,
} from '@porchlight/store';
import type { EventDocument } from '../events';
import type { Parts } from '../service';
import { listContacts } from './lead-contacts';
import { formatBodyId, type LeadBody, type ReceivedLeadDocument } from './received-lead-document';
import type { ReportRefusedLeads } from './report-refused-leads';

const EVENT_CREATED = 'people.events.created';
/** Types of the messages that `recordReceivedLeads` reads. */
export const RECEIVED_TYPES: ReadonlySet<string> = new Set([EVENT_CREATED]);

/** Where received leads are stored. */
export interface ReceivedLeadStores {
  readonly receivedLeads: ResourceStore<ReceivedLead, ReceivedLeadDocument>;
  /** Bodies of refused leads. */
  readonly leadBodies: DocumentCollection<LeadBody>;
}

/** Bodies of refused leads per day and account, and characters of one (D13.9). */
const MAX_BODIES = 1_000;
const MAX_BODY = 65_536;

/** The fields of an event that its record needs: a small part of the document. */
const READ_FIELDS = { id: 1, source: 1, type: 1, system: 1, personId: 1, received: 1 } as const;

type Draftable = Draft<ReceivedLeadDocument>;

/**
 * Records accepted leads from the changes of their events, in bulk: a lead that was answered is never missing, and no
 * request waits for its record. A repeated change is recorded once.
 */
export const recordReceivedLeads = ({
  store,
  receivedLeads,
}: Pick<Parts, 'store'> & Pick<ReceivedLeadStores, 'receivedLeads'>): BatchHandler => {
  const events = store.collection<EventDocument>('events');
  return async (batch, { signal }) => {
    const changes = batch.filter(({ type }) => type === EVENT_CREATED).map(({ value }) => decodeChange(value));
    for (const [accountId, created] of Map.groupBy(changes, (change) => change.accountId)) {
      const call = systemCall(accountId, signal);
      const keys = created.flatMap(({ ids }) => ids.map((id) => composeKey(accountId, id)));
      const eventDocuments = await events.find({ _id: { $in: keys } }, { limit: keys.length, projection: READ_FIELDS });
      const documents = new Map(eventDocuments.map((event) => [event.id, event]));
      const drafts = created.flatMap(({ ids, eventId: key, occurred, system }): Draftable[] => {
        const event = documents.get(ids[0] ?? 0);
        if (!event?.received) return [];
        const { isNew, ignored } = event.received;
        const name = system === '' ? event.system : system;
        return [
          {
            key,
            ...(occurred && { created: occurred }),
            ...(name !== undefined && name !== '' && { system: name }),
            source: event.source,
            type: event.type,
            result: isNew ? 'created' : 'matched',
            status: isNew ? 201 : 200,
            eventId: event.id,
            personId: event.personId,
            ...(ignored.length > 0 && { ignored }),
          },
        ];
      });
      if (drafts.length > 0) await receivedLeads.insertAll(call, drafts);
    }
  };
};

/**
 * Stores the leads without an event that the gateway reports: ignored by a rule of lead flow, or refused. The gateway
 * repeats a report that fails.
 */
export const reportReceivedLeads =
  (
    { receivedLeads, leadBodies, clock }: ReceivedLeadStores & Pick<Parts, 'clock'>,
    reportRefused: ReportRefusedLeads,
  ) =>
  async ({ leads }: ReportReceivedLeadsRequest, { signal }: StoreCall): Promise<ReportReceivedLeadsResponse> => {
    for (const [accountId, reported] of Map.groupBy(leads, (lead) => lead.accountId)) {
      await reportRefused(accountId, reported);
      const bodies = reported.flatMap(({ key, created, result, body }): LeadBody[] =>
        result === 'refused' && body !== undefined
          ? [
              {
                _id: formatBodyId(accountId, key),
                accountId,
                created: created ?? clock.date(),
                body: body.slice(0, MAX_BODY),
                contacts: listContacts(body.slice(0, MAX_BODY)),
              },
            ]
          : [],
      );
      const day = new Date(clock.now() - (clock.now() % DAY_MS));
      const stored = bodies.length === 0 ? 0 : await leadBodies.count({ accountId, created: { $gt: day } });
      // Bodies first: a repeat after a crash in between adds the records.
      const fitting = bodies.slice(0, Math.max(0, MAX_BODIES - stored));
      if (fitting.length > 0) await leadBodies.insertMany(fitting);
      const drafts = reported.map(
        ({ key, created, system, source, type, result, status, ignored, error }): Draftable => ({
          key,
          result,
          status,
          ...(created && { created }),
          ...(system !== undefined && { system }),
          ...(source !== undefined && { source }),
          ...(type !== undefined && { type }),
          ...(ignored.length > 0 && { ignored }),
          ...(error !== undefined && { error }),
        }),
      );
      await receivedLeads.insertAll(systemCall(accountId, signal), drafts);
    }
    return {};
  };
