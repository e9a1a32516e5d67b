/** Replies and reactions to notes and calls (D12.6), as parts of these records. Opens no store. */

export { createReactionLoader, withResponses } from './load-responses';
export {
  type LoadReactions,
  type ReactionDocument,
  type ReplyDocument,
  responseColumns,
  type ResponseTarget,
} from './response-parts';
export { createTargetFinder, type FindTarget } from './response-targets';
