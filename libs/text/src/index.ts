/** How text that people type is compared: search, filters, sorts, names and tags (D13.7). */

export { normalizeDigits } from './digits';
export { cleanName, foldText, removeInvisible, tagKey } from './fold-text';
