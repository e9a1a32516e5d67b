/**
 * Assigns an id to each event name of a change. The first has the id of the change; all are stable when the change is
 * repeated.
 */
export const assignEventIds = (eventId: string, names: readonly string[]): { id: string; name: string }[] =>
  [...new Set(names)].map((name, index) => ({ id: index === 0 ? eventId : `${eventId}-${name}`, name }));
