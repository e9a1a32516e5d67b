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
  withContents,
} from '@porchlight/backend';
import {
  personAttachments as descriptor,
  type PersonAttachment,
  PersonAttachmentServiceDefinition,
} from '@porchlight/contracts';
import { createResourceHandlers, type Columns, type ResourceStore, type Stored } from '@porchlight/store';
import { people } from '../people';
import { authoredColumns, noSuchPerson } from '../person';
import { records } from '../records';
import { defineFeature } from '../service';

const columns = { ...authoredColumns, ...attachmentColumns } satisfies Columns;

/** An attachment of a person as stored. */
interface PersonAttachmentDocument extends AttachmentDocument, Stored<typeof columns> {}

/** The attachments of people and the content of their files. */
interface PersonAttachments {
  readonly attachments: ResourceStore<PersonAttachment, PersonAttachmentDocument>;
  readonly parts: AttachmentParts;
}

/** Attachments of people: links, and files that are uploaded (D12.2). */
export const personAttachments = defineFeature({
  name: 'person-attachments',
  needs: { people, records },
  open(service): PersonAttachments {
    const { resource } = descriptor;
    const kind = { service: descriptor.service, resource, jobs: 'personAttachmentContents' };
    const parts = openAttachmentParts(service, kind);
    const attachments = service.records.open<PersonAttachment, PersonAttachmentDocument>({
      descriptor,
      columns,
      indexes: ATTACHMENT_INDEXES,
      strategy: createAttachmentStrategy<PersonAttachment, PersonAttachmentDocument>(parts.links),
      extend: (bare) => withContents(bare, { jobs: parts.jobs, clock: service.clock }),
    });
    return { attachments, parts };
  },
  serve({ attachments, parts }, { clock, logger, people: { people: peopleStore }, ...service }) {
    const shared = { ...parts, clock, logger, attachments };
    const create = createUpload({
      ...shared,
      checkParent: async (call, id) => {
        if (!(await peopleStore.load(call, id))) throw noSuchPerson();
      },
    });
    service.beforeForgetting(({ accountId }, signal) => parts.forgetAccount(accountId, signal));
    return {
      jobs: [parts.jobs.run({ ...parts, attachments })],
      methods: [
        methods(
          PersonAttachmentServiceDefinition,
          {
            ...createResourceHandlers(descriptor, attachments),
            createPersonAttachmentUpload: ({ personId, ...file }, call) =>
              create({ parentId: personId, ...file }, call),
            completePersonAttachmentUpload: completeUpload({
              ...shared,
              checkParent: async () => undefined,
              toRecord: ({ parentId, fileName, fileSize }) => ({
                id: 0,
                version: 0,
                personId: parentId,
                fileName,
                fileSize,
              }),
            }),
            openPersonAttachmentFile: openFile(shared),
          },
          // A link is opened by its holder, for whom the gateway calls.
          { roles: ['Operator'] },
        ),
      ],
    };
  },
});
