/** The longest stall of one process. */
export interface Stall {
  readonly process: string;
  readonly ms: number;
  /** CPU time of the event loop's thread; a stall includes the wait for a core, which is not the work of an attack. */
  readonly cpuMs: number;
  /** The CPU time as a multiple of the time in which that process parses JSON of 256 kB. */
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
      const ms = readGauge(text, 'event_loop_stall_seconds') * 1_000;
      const cpuMs = readGauge(text, 'event_loop_stall_cpu_seconds') * 1_000;
      const unitMs = readGauge(text, 'json_parse_seconds') * 1_000;
      return Number.isFinite(cpuMs) ? [{ process, ms, cpuMs, units: cpuMs / unitMs }] : [];
    } catch {
      return [];
    }
  };
  return (await Promise.all(Object.entries(operations).map(read))).flat();
};
