import { canSeeViewers, mayPerform } from '@porchlight/access';
import { waitForReplica } from '@porchlight/backend';
import { NOT_LENDERS } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { mergeBody, mergedLength, mergeSubject } from './merge-tokens';
import { createMergeValues } from './merge-values';
import type { Templates } from '.';
import type { Copies } from '../copies';

/** Longest merged body, characters; fits into a response in any encoding. */
export const MAX_MERGED = 2 * 1024 * 1024;

/**
 * A template with its tokens replaced for a person and the calling user (specification: Merge fields; decisions section
 * 6). Throws NOT_FOUND for a template or person that the caller may not see.
 */
export const mergeTemplate =
  ({ templates, people, users, inquiries }: Templates & Copies) =>
  async (templateId: number, personId: number, call: StoreCall) => {
    const { actor, signal } = call;
    if (!mayPerform(actor.role, NOT_LENDERS)) throw refuse('FORBIDDEN', { role: actor.role });
    const { accountId, userId } = actor;
    const [record, [person], street, agent] = await Promise.all([
      templates.get(call, templateId),
      waitForReplica(
        () => people.byIds(accountId, [personId]),
        (found) => found.length > 0,
        { signal },
      ),
      inquiries.findStreet(accountId, personId),
      waitForReplica(
        () => users.byId(accountId, userId),
        (found) => found !== undefined,
        { signal },
      ),
    ]);
    if (!person || person.deleted || !canSeeViewers(actor, person.viewers))
      throw refuse('NOT_FOUND', { what: 'person' });
    const values = createMergeValues(person, street, agent);
    if (mergedLength(record.body ?? '', values) > MAX_MERGED)
      throw refuse('INVALID_BODY', {
        problems: `The merged body would be longer than ${MAX_MERGED} characters. Use fewer merge tokens in the template.`,
      });
    return {
      ...record,
      subject: mergeSubject(record.subject ?? '', values),
      body: mergeBody(record.body ?? '', values),
    };
  };
