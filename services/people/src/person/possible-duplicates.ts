import type { PersonCore } from './person-document';

/** Maximum number of stored possible duplicates of a person. */
const MAX_DUPLICATES = 50;

/** Adds possible duplicates of the person. */
export const withDuplicates = <C extends PersonCore>(core: C, ids: readonly number[]): C => {
  const united = [...new Set([...(core.possibleDuplicates ?? []), ...ids])].slice(0, MAX_DUPLICATES);
  return united.length === 0 ? core : { ...core, possibleDuplicates: united };
};

/** Removes a deleted person from the possible duplicates, or replaces it by the survivor. */
export const withoutDuplicate = <C extends PersonCore & { id: number }>(core: C, gone: number, instead?: number): C => {
  if (!core.possibleDuplicates?.includes(gone)) return core;
  const others = core.possibleDuplicates.filter((id) => id !== gone);
  const united = instead === undefined || instead === core.id ? others : [...new Set([...others, instead])];
  return { ...core, possibleDuplicates: united };
};
