/** How text that people type is compared: search, filters, sorts, names and tags (D13.7); text/calendar; HTML. */

export { writeCalendar, type Calendar, type CalendarEvent, type Mailbox } from './calendar';
export { normalizeDigits, toAsciiDigits } from './digits';
export { escapeHtml } from './escape-html';
export { cleanName, foldText, removeInvisible, tagKey } from './fold-text';
