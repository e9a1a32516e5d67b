import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadResult, LoadScenario } from './load';

const run = promisify(execFile);

/** Whether the C load generator `wrk` is on the PATH. */
export function hasWrk(): boolean {
  // `wrk -v` prints its version and exits with 1.
  return spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout?.startsWith('wrk') ?? false;
}

/** Formats a Lua string literal; bytes other than plain ASCII become decimal escapes. */
export function toLua(text: string): string {
  const bytes = [...Buffer.from(text, 'utf8')];
  const plain = (byte: number): boolean => byte >= 32 && byte < 127 && byte !== 34 && byte !== 92;
  return `"${bytes.map((byte) => (plain(byte) ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`)).join('')}"`;
}

/** The Lua script that makes wrk send a scenario and print its result as JSON. */
export function wrkScript({ method, paths, headers, body, from = 0, cycle }: LoadScenario): string {
  const parts = body?.split('{{n}}').map(toLua);
  return `
local paths = {${paths.map(toLua).join(',')}}
local headers = {${Object.entries(headers)
    .map(([name, value]) => `[${toLua(name)}]=${toLua(value)}`)
    .join(',')}}
local sent = -1
local ready = {}
-- Called by wrk.init once it knows the Host header.
function init(args)
  for i, path in ipairs(paths) do ready[i] = wrk.format(${toLua(method)}, path, headers) end
end
function request()
  sent = sent + 1
  ${
    parts
      ? `local n = string.format("%d", ${from} + ${cycle ? `sent % ${cycle}` : 'sent'})
  return wrk.format(${toLua(method)}, paths[sent % #paths + 1], headers, ${parts.join(' .. n .. ')})`
      : 'return ready[sent % #paths + 1]'
  }
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests":%d,"us":%d,"status":%d,"lost":%d,"p50":%d,"p99":%d}\\n', summary.requests,
    summary.duration, e.status, e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`;
}

/** Sends one scenario with wrk: one thread, for a time (an amount it cannot). */
export async function runWrk(scenario: LoadScenario, signal?: AbortSignal): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-wrk-'));
  try {
    const script = join(folder, 'scenario.lua');
    // The script contains a key.
    writeFileSync(script, wrkScript(scenario), { mode: 0o600 });
    const seconds = Math.max(1, Math.round(scenario.seconds ?? 5));
    const args = [
      '-t1',
      `-c${scenario.connections}`,
      `-d${seconds}s`,
      '--timeout',
      '20s',
      '-s',
      script,
      scenario.origin,
    ];
    const { stdout, stderr } = await run('wrk', args, {
      signal,
      timeout: (seconds + 30) * 1000,
      killSignal: 'SIGKILL',
    });
    return readWrk(stdout, stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads what the script printed. */
export function readWrk(stdout: string, stderr: string): LoadResult {
  const line = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (!line) throw new Error(`wrk gave no result: ${(stderr || stdout).slice(0, 300)}`);
  const { requests, us, status, lost, p50, p99 } = JSON.parse(line) as Record<string, number>;
  const good = requests! - status!;
  const seconds = us! / 1e6;
  return {
    good,
    bad: status! + lost!,
    seconds,
    goodPerSecond: good / seconds,
    p50: p50! / 1000,
    p99: p99! / 1000,
    firstBad:
      status! + lost! > 0 ? `${status} answers of 400 and above, ${lost} lost connections or time-outs` : undefined,
  };
}
