/** How text that people type is compared: search, filters, sorts, names and tags (D13.7); and text/calendar. */

export { writeCalendar, type Calendar, type CalendarEvent, type Mailbox } from './calendar';
export { normalizeDigits, toAsciiDigits } from './digits';
export { cleanName, foldText, removeInvisible, tagKey } from './fold-text';
