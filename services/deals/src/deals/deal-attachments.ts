import {
  ATTACHMENT_INDEXES,
  attachmentColumns,
  type AttachmentDocument,
  type AttachmentParts,
  completeUpload,
  createAttachmentStrategy,
  createUpload,
  methods,
  openAttachmentParts,
  openFile,
  type ServedMethods,
  withContents,
} from '@porchlight/backend';
import {
  dealAttachments as descriptor,
  type DealAttachment,
  DealAttachmentServiceDefinition,
  type Deal,
} from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import {
  column,
  createResourceHandlers,
  type Columns,
  type FindNames,
  type ResourceStore,
  type Stored,
  type StoreCall,
} from '@porchlight/store';
import type { Parts } from '../service';
import type { DealDocument } from './deal-document';

const columns = { ...attachmentColumns, dealId: column.number } satisfies Columns;

/** An attachment of a deal as stored; its viewers are the users of the deal and follow them. */
export interface DealAttachmentDocument extends AttachmentDocument, Stored<typeof columns> {}

/** The attachments of deals and the content of their files (D12.2). */
export interface DealAttachments {
  readonly store: ResourceStore<DealAttachment, DealAttachmentDocument>;
  readonly parts: AttachmentParts;
}

type LoadDeals = Pick<ResourceStore<Deal, DealDocument>, 'load'>;

/** The users of a deal that the caller may see. The error does not tell a missing deal from an invisible one. */
const loadViewers = async (deals: LoadDeals, call: StoreCall, dealId: number): Promise<number[]> => {
  const deal = await deals.load(call, dealId);
  if (!deal) throw invalidBody("Field 'dealId': no such deal or no permission.");
  return deal.userIds;
};

/** Opens the attachments of deals: each requires a deal that the caller may see. */
export const openDealAttachments = (
  service: Pick<Parts, 'store' | 'config' | 'clock' | 'openJobs'>,
  { deals, findNames }: { readonly deals: LoadDeals; readonly findNames: FindNames },
): DealAttachments => {
  const kind = { service: descriptor.service, resource: descriptor.resource, jobs: 'dealAttachmentContents' };
  const parts = openAttachmentParts(service, kind);
  const rules = createAttachmentStrategy<DealAttachment, DealAttachmentDocument>(parts.links);
  const store: DealAttachments['store'] = service.store.resource({
    descriptor,
    columns,
    indexes: ATTACHMENT_INDEXES,
    findNames,
    strategy: {
      ...rules,
      async prepare(call, write, declared) {
        const attachment = await rules.prepare(call, write, declared);
        return write.before
          ? attachment
          : { ...attachment, viewers: await loadViewers(deals, call, attachment.dealId) };
      },
    },
  });
  return { store: withContents(store, { jobs: parts.jobs, clock: service.clock }), parts };
};

/** Serves the attachments of deals, their uploads and their files. */
export const serveDealAttachments = (
  { store: attachments, parts }: DealAttachments,
  deals: LoadDeals,
  { clock, logger }: Pick<Parts, 'clock' | 'logger'>,
): ServedMethods => {
  const shared = {
    ...parts,
    clock,
    logger,
    attachments,
    checkParent: async (call: StoreCall, id: number) => void (await loadViewers(deals, call, id)),
  };
  const create = createUpload(shared);
  return methods(
    DealAttachmentServiceDefinition,
    {
      ...createResourceHandlers(descriptor, attachments),
      createDealAttachmentUpload: ({ dealId, ...file }, call) => create({ parentId: dealId, ...file }, call),
      completeDealAttachmentUpload: completeUpload({
        ...shared,
        toRecord: ({ parentId, fileName, fileSize }) => ({ id: 0, version: 0, dealId: parentId, fileName, fileSize }),
      }),
      openDealAttachmentFile: openFile(shared),
    },
    // A link is opened by its holder, for whom the gateway calls.
    { roles: ['Operator'] },
  );
};
