import {
  planChains,
  sendSample,
  type LeadSample,
  type SampleOutcome,
  type SampleRun,
  type SampleTransport,
} from '@porchlight/testkit/src/samples';

export interface SentSample extends SampleOutcome {
  /** Time from sending to the end of all comparisons, ms. */
  readonly ms: number;
}

/**
 * Sends samples, at most `concurrency` chains at once. Returns the outcomes in the order of the files; `onOutcome` is
 * called with each outcome when it is complete.
 */
export async function sendSamples(
  samples: readonly LeadSample[],
  run: SampleRun,
  transport: SampleTransport,
  {
    concurrency,
    now,
    onOutcome,
  }: { concurrency: number; now: () => number; onOutcome?: (outcome: SentSample) => void },
): Promise<SentSample[]> {
  const chains = planChains(samples);
  const outcomes = new Map<string, SentSample>();
  const work = async (): Promise<void> => {
    for (let chain = chains.shift(); chain; chain = chains.shift()) {
      for (const sample of chain) {
        const started = now();
        const outcome = { ...(await sendSample(sample, run, transport)), ms: now() - started };
        outcomes.set(sample.file, outcome);
        onOutcome?.(outcome);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, chains.length) }, work));
  return samples.map((sample) => outcomes.get(sample.file)!);
}
