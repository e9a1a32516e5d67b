/** Ensures exactly one primary entry: the first marked one, else the first (decisions section 4). */
export const withOnePrimary = <T extends { isPrimary: boolean }>(entries: readonly T[]): T[] => {
  const chosen = Math.max(
    0,
    entries.findIndex((entry) => entry.isPrimary),
  );
  return entries.map((entry, index) =>
    entry.isPrimary === (index === chosen) ? entry : { ...entry, isPrimary: index === chosen },
  );
};
