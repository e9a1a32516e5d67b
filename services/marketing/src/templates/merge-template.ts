import { canSeeViewers, mayPerform } from '@porchlight/access';
import { isExisting } from '@porchlight/backend';
import { NOT_LENDERS, type Template } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { findInquiryStreet, type LocalCopies } from '../copies';
import { mergeBody, mergedLength, mergeSubject } from './merge-tokens';
import { createMergeValues } from './merge-values';
import type { Templates } from './templates-strategy';

/** Longest merged body, characters; fits into a response in any encoding. */
export const MAX_MERGED = 2 * 1024 * 1024;

/** What a merge works with. */
interface MergeParts {
  readonly templates: Templates;
  readonly copies: LocalCopies;
  /** Takes the place of an unsubscribe link. */
  readonly sampleLink: string;
}

/**
 * A template with its tokens replaced for a person and the calling user (specification: Merge fields; decisions section
 * 6). Throws NOT_FOUND for a template or person that the caller may not see.
 */
export const mergeTemplate =
  ({ templates, copies, sampleLink }: MergeParts) =>
  async (templateId: number, personId: number, call: StoreCall) => {
    const { actor, signal } = call;
    const { people, users, inquiries, copyWaits } = copies;
    if (!mayPerform(actor.role, NOT_LENDERS)) throw refuse('FORBIDDEN', { role: actor.role });
    const { accountId, userId } = actor;
    const [record, [person], street, agent] = await Promise.all([
      templates.get(call, templateId),
      copyWaits.until(
        accountId,
        () => people.withDeleted(accountId, [personId]),
        (found) => found.length > 0,
        { signal },
      ),
      findInquiryStreet({ inquiries }, accountId, personId),
      copyWaits.until(
        accountId,
        () => users.byId(accountId, userId),
        (found) => found !== undefined,
        { signal },
      ),
    ]);
    if (!isExisting(person) || !canSeeViewers(actor, person.viewers)) throw refuse('NOT_FOUND', { what: 'person' });
    // A link that is shown opts no address out.
    const values = createMergeValues(person, street, agent, sampleLink);
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

/** A template whose tokens stay, for a preview without a person. */
export const showTemplate = (templates: Templates, templateId: number, call: StoreCall): Promise<Template> => {
  const { role } = call.actor;
  if (!mayPerform(role, NOT_LENDERS)) throw refuse('FORBIDDEN', { role });
  return templates.get(call, templateId);
};
