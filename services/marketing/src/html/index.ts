export { escapeHtml } from './escape-html';
export { htmlToText } from './html-to-text';
