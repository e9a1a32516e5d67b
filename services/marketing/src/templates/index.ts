export { MAX_MERGED } from './merge-template';
export { hasUnsubscribeLink, mergeBody, mergedLength, mergeSubject } from './merge-tokens';
export { createMergeValues, withPlainNames } from './merge-values';
export type { PlansUsing, TemplateDocument, Templates } from './templates-strategy';
export { templates } from './feature';
