export { loadCallerValues, loadMergeValues, type MergeSources } from './load-merge-values';
export { checkMergedLength, MAX_MERGED, refuseLenders } from './merge-template';
export { hasUnsubscribeLink, mergeBody, mergedLength, mergeSubject, mergeText, type MergeValues } from './merge-tokens';
export { createMergeValues, withPlainNames } from './merge-values';
export {
  getAudience,
  isVisibleTemplate,
  mayChangeTemplate,
  planTemplateList,
  refuseOthers,
  sharingColumns,
} from './template-sharing';
export type { PlansUsing, TemplateDocument, Templates } from './templates-strategy';
export { templates } from './feature';
