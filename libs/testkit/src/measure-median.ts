/** How often an operation is measured. */
export interface MedianOptions {
  readonly runs: number;
  /** First runs that do not count, for example because their code is not compiled yet. */
  readonly skipped?: number;
}

/** The median duration of an operation, ms, in runs one after another: it shows the speed of a machine. */
export const measureMedian = async (
  operation: (run: number) => Promise<unknown>,
  { runs, skipped = 0 }: MedianOptions,
): Promise<number> => {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    await operation(run);
    times.push(performance.now() - began);
  }
  const counted = times.slice(skipped).toSorted((one, other) => one - other);
  return counted[Math.floor(counted.length / 2)]!;
};
