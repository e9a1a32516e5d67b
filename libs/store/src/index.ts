export type * from './types';
export { openStore } from './open-store';
export { handlersOf } from './handlers-of';
export type { ResourceHandler, ResourceHandlers } from './handlers-of';
export { isUniqueConflict, UniqueConflictError } from './unique-conflict';
export { keyOf, idOf } from './document-key';
export { normalizeText, gramsOf } from './lists/text-grams';
