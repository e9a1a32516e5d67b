import { mayPerform } from '@porchlight/access';
import { NOT_LENDERS, type Template } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { loadMergeValues, type MergeSources } from './load-merge-values';
import { mergeBody, mergedLength, mergeSubject, type MergeValues } from './merge-tokens';
import type { Templates } from './templates-strategy';

/** Longest merged body, characters; fits into a response in any encoding. */
export const MAX_MERGED = 2 * 1024 * 1024;

/** What a merge works with. */
interface MergeParts extends MergeSources {
  readonly templates: Templates;
}

/** Refuses a text that would be too long with these values. */
export const checkMergedLength = (body: string, values: MergeValues): void => {
  if (mergedLength(body, values) > MAX_MERGED)
    throw invalidBody(
      `The merged body would be longer than ${MAX_MERGED} characters. Use fewer merge tokens in the template.`,
    );
};

/** Refuses lenders, who read shared templates but merge none (D3.6). */
export const refuseLenders = ({ actor: { role } }: StoreCall): void => {
  if (!mayPerform(role, NOT_LENDERS)) throw refuse('FORBIDDEN', { role });
};

/**
 * A template with its tokens replaced for a person and the calling user (specification: Merge fields; decisions section
 * 6). Throws NOT_FOUND for a template or person that the caller may not see.
 */
export const mergeTemplate =
  ({ templates, ...sources }: MergeParts) =>
  async (templateId: number, personId: number, call: StoreCall) => {
    refuseLenders(call);
    const [record, values] = await Promise.all([
      templates.get(call, templateId),
      loadMergeValues(sources, personId, call),
    ]);
    checkMergedLength(record.body ?? '', values);
    return {
      ...record,
      subject: mergeSubject(record.subject ?? '', values),
      body: mergeBody(record.body ?? '', values),
    };
  };

/** A template whose tokens stay, for a preview without a person. */
export const showTemplate = (templates: Templates, templateId: number, call: StoreCall): Promise<Template> => {
  refuseLenders(call);
  return templates.get(call, templateId);
};
