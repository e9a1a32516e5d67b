/** How text that people type is compared: search, filters, sorts, names and tags (D13.7). */

export { foldText, removeInvisible, tagKey } from './fold-text';
