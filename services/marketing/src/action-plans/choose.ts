/** The value where the guard holds, else the field as it is, also when it is not there: for pipelines. */
export const choose = (guard: unknown, value: unknown, path: string): unknown => ({
  $cond: [guard, value, { $ifNull: [path, '$$REMOVE'] }],
});

/** The entry of `values` that stands where the document's `_id` stands in `ids`. */
export const chosenById = (ids: readonly unknown[], values: readonly unknown[]): unknown => ({
  $arrayElemAt: [values, { $indexOfArray: [ids, '$_id'] }],
});

/** Ranges have two sides: a server may read all that matches, whatever the limit. */
export const BEGINNING = new Date(0);
