/** The value if the guard holds, otherwise the current field, also if it is missing. For pipelines. */
export const choose = (guard: unknown, value: unknown, path: string): unknown => ({
  $cond: [guard, value, { $ifNull: [path, '$$REMOVE'] }],
});

/** The entry of `values` at the position of the document's `_id` in `ids`. */
export const chosenById = (ids: readonly unknown[], values: readonly unknown[]): unknown => ({
  $arrayElemAt: [values, { $indexOfArray: [ids, '$_id'] }],
});

/** Ranges have two bounds: a server may read all matches regardless of the limit. */
export const BEGINNING = new Date(0);
