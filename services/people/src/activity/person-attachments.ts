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
  personAttachments as descriptor,
  type PersonAttachment,
  PersonAttachmentServiceDefinition,
} from '@porchlight/contracts';
import { createResourceHandlers, type Columns, type ResourceStore, type Stored } from '@porchlight/store';
import { authoredColumns, noSuchPerson } from '../person';
import type { Parts } from '../service';
import { withPersonActivity, type ActivePeople } from './activity-handlers';
import type { RecordOptions } from '../people';

const columns = { ...authoredColumns, ...attachmentColumns } satisfies Columns;

/** An attachment of a person as stored. */
export interface PersonAttachmentDocument extends AttachmentDocument, Stored<typeof columns> {}

/** The attachments of people and the content of their files (D12.2). */
export interface PersonAttachments {
  readonly store: ResourceStore<PersonAttachment, PersonAttachmentDocument>;
  readonly parts: AttachmentParts;
}

/** Opens the attachments of people. */
export const openPersonAttachments = (
  service: Pick<Parts, 'store' | 'config' | 'clock' | 'openJobs'>,
  options: RecordOptions,
): PersonAttachments => {
  const kind = { service: descriptor.service, resource: descriptor.resource, jobs: 'personAttachmentContents' };
  const parts = openAttachmentParts(service, kind);
  const store: PersonAttachments['store'] = service.store.resource({
    ...options,
    descriptor,
    columns,
    indexes: ATTACHMENT_INDEXES,
    strategy: createAttachmentStrategy<PersonAttachment, PersonAttachmentDocument>(parts.links),
  });
  return { store: withContents(store, { jobs: parts.jobs, clock: service.clock }), parts };
};

/** Serves the attachments of people, their uploads and their files. */
export const servePersonAttachments = (
  active: ActivePeople,
  { store, parts }: PersonAttachments,
  { clock, logger }: Pick<Parts, 'clock' | 'logger'>,
): ServedMethods => {
  const attachments = withPersonActivity(active, { kind: 'none', store });
  const shared = { ...parts, clock, logger, attachments };
  const create = createUpload({
    ...shared,
    checkParent: async (call, id) => {
      if (!(await active.people.load(call, id))) throw noSuchPerson();
    },
  });
  return methods(
    PersonAttachmentServiceDefinition,
    {
      ...createResourceHandlers(descriptor, attachments),
      createPersonAttachmentUpload: ({ personId, ...file }, call) => create({ parentId: personId, ...file }, call),
      completePersonAttachmentUpload: completeUpload({
        ...shared,
        checkParent: async () => undefined,
        toRecord: ({ parentId, fileName, fileSize }) => ({ id: 0, version: 0, personId: parentId, fileName, fileSize }),
      }),
      openPersonAttachmentFile: openFile(shared),
    },
    // A link is opened by its holder, for whom the gateway calls.
    { roles: ['Operator'] },
  );
};
