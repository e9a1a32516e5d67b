/** The longest stall of one process. */
export interface Stall {
  readonly process: string;
  readonly ms: number;
  /** The same as a multiple of the time in which that process parses JSON of 256 kB. */
  readonly units: number;
}

const TIMEOUT_MS = 5_000;

const readGauge = (text: string, name: string): number =>
  Number(new RegExp(`^porchlight_${name}\\S* (\\S+)$`, 'm').exec(text)?.[1]);

/** Reads the longest stall of each process since the last call; a process that does not respond has none. */
export const readStalls = async (operations: Readonly<Record<string, string>>): Promise<readonly Stall[]> => {
  const read = async ([process, url]: [string, string]): Promise<Stall[]> => {
    try {
      const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      const [stall, unit] = [readGauge(text, 'event_loop_stall_seconds'), readGauge(text, 'json_parse_seconds')];
      return Number.isFinite(stall) ? [{ process, ms: stall * 1_000, units: stall / unit }] : [];
    } catch {
      return [];
    }
  };
  return (await Promise.all(Object.entries(operations).map(read))).flat();
};
