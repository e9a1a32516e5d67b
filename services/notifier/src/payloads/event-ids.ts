/**
 * One id for each name that a change fires. A change that fires several is several notifications; the first keeps the
 * change's own id, so that the ids are the same however often the change arrives.
 */
export const assignEventIds = (eventId: string, names: readonly string[]): { id: string; name: string }[] =>
  [...new Set(names)].map((name, index) => ({ id: index === 0 ? eventId : `${eventId}-${name}`, name }));
