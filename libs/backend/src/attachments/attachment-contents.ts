import { refuse } from '@porchlight/errors';
import type { ObjectStore } from '@porchlight/objects';
import type { Row } from '@porchlight/resource';
import type { Clock } from '@porchlight/runtime';
import { column, systemCall, type ResourceStore, type Stored, type StoreCall } from '@porchlight/store';
import { defineJob, done } from '../jobs/define-job';
import type { Jobs, OpenJobs } from '../jobs/open-jobs';
import type { AttachmentDocument } from './attachment-document';

const key = { upload: column.text };
const data = {
  /** Id of the person or deal. */
  parentId: column.number,
  userId: column.number,
  fileName: column.text,
  /** Bytes. */
  fileSize: column.number,
  /** The type that the sender declares; empty if it declares none. */
  declaredType: column.text,
  /** The upload can be completed until then, ms since the epoch; 0 of the content of a removed record. */
  expires: column.number,
};

/** An upload that was announced. */
export type Upload = Stored<typeof data>;

/** Where the content of attachments is: the objects, and the job of each that may have to be deleted. */
export interface ContentParts {
  readonly service: string;
  /** Undefined: no object store is configured. */
  readonly objects: ObjectStore | undefined;
  /** The attachments that name their content. */
  readonly attachments: Pick<ResourceStore<Row, AttachmentDocument>, 'findBy'>;
}

/** The objects of an upload: as it was sent, and as the attachment has it. */
export const listKeys = (service: string, accountId: number, upload: string) => {
  const prefix = `${service}/${accountId}/${upload}`;
  return { incoming: `${prefix}/incoming`, content: `${prefix}/content` };
};

/** The store; throws UPLOADS_OFF without one. */
export const requireObjects = (objects: ObjectStore | undefined): ObjectStore => {
  if (!objects) throw refuse('UPLOADS_OFF');
  return objects;
};

/** The kind of jobs that delete the objects of uploads that were not completed and of removed records. */
const defineContentJobs = (name: string) =>
  defineJob({
    name,
    key,
    data,
    every: '1s',
    stepTimeout: '30s',
    // Files must not stay because the store was unavailable for a while.
    maxTries: 100,
    // A completed upload keeps the time at which its incoming object is deleted.
    step:
      ({ service, objects, attachments }: ContentParts) =>
      async ({ job, call }) => {
        if (!objects) return done();
        const { incoming, content } = listKeys(service, job.accountId, job.key.upload);
        await objects.delete(incoming, call.signal);
        const [record] = await attachments.findBy(call, 'upload', job.key.upload, 1);
        if (!record) await objects.delete(content, call.signal);
        return done();
      },
  });

/** The jobs of contents. */
export type ContentJobs = Jobs<typeof key, typeof data, ContentParts>;

/** Opens the jobs of a resource. */
export const openContentJobs = (openJobs: OpenJobs, name: string): ContentJobs => openJobs(defineContentJobs(name));

/** The job of a removal runs after the removal has ended, if its process ends in between, ms. */
const AFTER_REMOVAL_MS = 60_000;
const PAGE = 500;

/**
 * The store of attachments with the deletion of their content: a job is stored before records are removed, so that no
 * crash leaves a file behind; it runs at once after the removal.
 */
export const withContents = <R extends Row, D extends AttachmentDocument>(
  store: ResourceStore<R, D>,
  { jobs, clock }: { readonly jobs: Pick<ContentJobs, 'add'>; readonly clock: Clock },
): ResourceStore<R, D> => {
  const removed: Upload = { parentId: 0, userId: 0, fileName: '', fileSize: 0, declaredType: '', expires: 0 };
  const deleteLater = async (accountId: number, uploads: readonly string[], dueAt: Date): Promise<void> => {
    for (const upload of uploads) await jobs.add(accountId, { upload }, removed, dueAt);
  };
  const during = async <T>(accountId: number, uploads: readonly string[], work: () => Promise<T>): Promise<T> => {
    await deleteLater(accountId, uploads, new Date(clock.now() + AFTER_REMOVAL_MS));
    const result = await work();
    await deleteLater(accountId, uploads, clock.date());
    return result;
  };
  /** The uploads of records that match a condition, page by page from the highest id. */
  const listUploads = async (call: StoreCall, condition: Parameters<typeof store.purge>[1]): Promise<string[]> => {
    const uploads: string[] = [];
    let below: number | undefined;
    for (;;) {
      call.signal.throwIfAborted();
      const page = await store.find(
        call,
        below === undefined ? condition : { ...condition, id: { $gt: 0, $lt: below } },
        PAGE,
      );
      uploads.push(...page.flatMap(({ upload }) => (upload === undefined ? [] : [upload])));
      if (page.length < PAGE) return uploads;
      below = Math.min(...page.map(({ id }) => id));
    }
  };
  return {
    ...store,
    async remove(call, id, ...rest) {
      const { upload } = (await store.load(call, id)) ?? {};
      return during(call.actor.accountId, upload === undefined ? [] : [upload], () => store.remove(call, id, ...rest));
    },
    async purge(call, condition) {
      const uploads = await listUploads(systemCall(call.actor.accountId, call.signal), condition);
      return during(call.actor.accountId, uploads, () => store.purge(call, condition));
    },
  };
};
