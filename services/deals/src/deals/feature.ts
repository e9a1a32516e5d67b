import { methods } from '@porchlight/backend';
import {
  allResources,
  Deal,
  DealCustomField,
  dealCustomFields as fieldDescriptor,
  deals as dealDescriptor,
  DealServiceDefinition,
} from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, systemCall, type ResourceStore } from '@porchlight/store';
import { copies } from '../copies';
import { numbers } from '../numbers';
import { pipelines } from '../pipelines';
import { defineFeature } from '../service';
import {
  createDealCustomFieldStrategy,
  CUSTOM_FIELD_INDEXES,
  customFieldColumns,
  type DealCustomFieldDocument,
  type LoadFields,
} from './deal-custom-fields';
import { dealColumns, type DealDocument } from './deal-document';
import { openDealAttachments, serveDealAttachments } from './deal-attachments';
import type { Deals } from './deal-parts';
import { createDealStrategy, DEAL_INDEXES } from './deals-strategy';
import { dealUsersFollowing, requireDealFollowing, withAttachmentViewers } from './follow-deal-users';
import { createPeopleFollower } from './follow-people';
import { withStageTotals } from './list-deals';
import { createParties } from './resolve-parties';
import { softDelete, withPartyCheck, withPipelineCheck } from './save-deal';

/** For reads that several callers share: no caller may cancel them for the others. */
const NEVER = new AbortController().signal;

/** Deals, their custom fields and attachments. */
export const deals = defineFeature({
  name: 'deals',
  needs: { copies, numbers, pipelines },
  open({ store, clock, openJobs, copies: { stores, waits }, ...needed }): Deals {
    requireDealFollowing(allResources);
    const storedFields = store.reads<DealCustomFieldDocument>(fieldDescriptor.resource);
    const customFields: ResourceStore<DealCustomField, DealCustomFieldDocument> = store.resource({
      descriptor: fieldDescriptor,
      columns: customFieldColumns,
      strategy: createDealCustomFieldStrategy((call) => storedFields.find(call, {}, MAX_CUSTOM_FIELDS + 1)),
      indexes: CUSTOM_FIELD_INDEXES,
      encodeRecord: (record: DealCustomField) => DealCustomField.encode(record).finish(),
    });
    const loadFields: LoadFields = (accountId) =>
      customFields.find(systemCall(accountId, NEVER), {}, MAX_CUSTOM_FIELDS);
    const rules = {
      ...stores,
      clock,
      copyWaits: waits,
      numbers: needed.numbers,
      pipelines: needed.pipelines,
      loadFields,
      parties: createParties({ ...stores, copyWaits: waits }),
    };
    const dealStore: ResourceStore<Deal, DealDocument> = store.resource({
      descriptor: dealDescriptor,
      columns: dealColumns,
      strategy: createDealStrategy(rules),
      indexes: DEAL_INDEXES,
      // Consumers get ids. The contact details of 100 people would make the change too large for the bus.
      encodeRecord: (record: Deal) => Deal.encode({ ...record, people: [], users: [], customFields: {} }).finish(),
    });
    const attachments = openDealAttachments(
      { store, clock, openJobs, ...needed },
      {
        deals: dealStore,
        findNames: async ({ actor }, _resource, ids) =>
          new Map((await stores.users.byIds(actor.accountId, ids)).map(({ recordId, name }) => [recordId, name])),
      },
    );
    const documents = store.collection<DealDocument>('deals');
    return {
      ...rules,
      deals: dealStore,
      customFields,
      attachments,
      dealUsersJobs: openJobs(dealUsersFollowing),
      aggregate: (stages) => documents.aggregate(stages),
    };
  },
  serve(opened, parts) {
    const { attachments } = opened;
    const following = { ...opened, attachments: attachments.store };
    parts.beforeForgetting(({ accountId }, signal) => attachments.parts.forgetAccount(accountId, signal));
    const handlers: Handlers<typeof DealServiceDefinition> = createResourceHandlers(dealDescriptor, opened.deals);
    return {
      on: { 'deals.copies': createPeopleFollower(opened) },
      jobs: [
        opened.dealUsersJobs.run(following),
        attachments.parts.jobs.run({ ...attachments.parts, attachments: attachments.store }),
      ],
      methods: [
        methods(DealServiceDefinition, {
          ...handlers,
          createDeal: withPipelineCheck(opened, handlers.createDeal),
          listDeals: withStageTotals(opened, handlers.listDeals),
          updateDeal: withAttachmentViewers(following, withPartyCheck(opened, handlers.updateDeal)),
          deleteDeal: softDelete(opened),
        }),
        serveDealAttachments(attachments, opened.deals, parts),
      ],
    };
  },
});
