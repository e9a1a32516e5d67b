const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses a duration such as `500ms`, `2s`, `1.5m`, `1h` or `1h30m` into milliseconds. Throws an Error that names the
 * accepted forms.
 */
export function parseDuration(text: string): number {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  const understood = parts.length > 0 && parts.map((part) => part[0]).join('') === text.trim();
  if (!understood) throw new Error(`'${text}' is no duration: write for example 500ms, 2s, 10m or 36h.`);
  const sum = parts.reduce((total, part) => total + Number(part[1]) * (UNITS[part[2] ?? ''] ?? 0), 0);
  if (sum < 1) throw new Error(`'${text}' is too short: at least 1ms.`);
  return Math.round(sum);
}

/** Formats milliseconds as the shortest duration in one unit: 3600000 is `1h`, 90000 is `90s`. */
export function formatDuration(milliseconds: number): string {
  const fitting = Object.entries(UNITS)
    .reverse()
    .find(([unit, size]) => unit !== 'd' && milliseconds % size === 0);
  const [unit, size] = fitting ?? ['ms', 1];
  return `${milliseconds / size}${unit}`;
}
