import {
  Deal,
  DealCustomField,
  dealCustomFields as fieldDescriptor,
  deals as dealDescriptor,
  Pipeline,
  pipelines as pipelineDescriptor,
} from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import type { Clock } from '@porchlight/runtime';
import { systemCall, type ResourceStore, type Store } from '@porchlight/store';
import type { Copies, FieldsOf, Numbers, PersonCopy, UserCopy } from './ports';
import {
  createDealCustomFieldStrategy,
  CUSTOM_FIELD_INDEXES,
  type DealCustomFieldDocument,
} from './deals/deal-custom-fields';
import { createDealRecords } from './deals/deal-record';
import { createDealStrategy, DEAL_INDEXES } from './deals/deals-strategy';
import { createPipelineStrategy, PIPELINE_INDEXES, type PipelineDocument } from './pipelines/pipelines-strategy';
import type { DealDocument } from './deals/deal-document';
import { createParties, type PartyPorts } from './deals/resolve-parties';

export interface ResourceParts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
  readonly numbers: Numbers;
  readonly clock: Clock;
  readonly references: PartyPorts['references'];
  readonly sources: PartyPorts['sources'];
}

/** For reads that no caller may end for others. */
const NEVER = new AbortController().signal;

/** Opens every resource of this service. */
export const openResources = (store: Store, { people, users, numbers, clock, references, sources }: ResourceParts) => {
  const pipelines: ResourceStore<Pipeline, PipelineDocument> = store.resource({
    descriptor: pipelineDescriptor,
    strategy: createPipelineStrategy(numbers),
    indexes: PIPELINE_INDEXES,
    encodeRecord: (record: Pipeline) => Pipeline.encode(record).finish(),
  });
  const customFields: ResourceStore<DealCustomField, DealCustomFieldDocument> = store.resource({
    descriptor: fieldDescriptor,
    strategy: createDealCustomFieldStrategy(() => customFields),
    indexes: CUSTOM_FIELD_INDEXES,
    encodeRecord: (record: DealCustomField) => DealCustomField.encode(record).finish(),
  });
  const fieldsOf: FieldsOf = (accountId) => customFields.find(systemCall(accountId, NEVER), {}, MAX_CUSTOM_FIELDS);
  const records = createDealRecords({ people, users, fieldsOf });
  const parties = createParties({ people, users, references, sources });
  const deals: ResourceStore<Deal, DealDocument> = store.resource({
    descriptor: dealDescriptor,
    strategy: createDealStrategy({ pipelines, parties, records, fieldsOf, numbers, clock }),
    indexes: DEAL_INDEXES,
    // Consumers get ids. The contact details of 100 people would make the change too large for the bus.
    encodeRecord: (record: Deal) => Deal.encode({ ...record, people: [], users: [], customFields: {} }).finish(),
  });
  return { pipelines, deals, parties, records, customFields, fieldsOf };
};
