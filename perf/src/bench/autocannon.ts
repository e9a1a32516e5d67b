import autocannon from 'autocannon';
import { fillTemplate, type LoadResult, type LoadScenario } from './load';

/** Sends one scenario with autocannon, in its own process, so that CPU of the sender is not measured. */
export async function runAutocannon(scenario: LoadScenario): Promise<LoadResult> {
  const { origin, method, paths, headers, body, connections, seconds, amount, perSecond } = scenario;
  let sent = 0;
  let firstBad: string | undefined;
  const onResponse = (status: number, text: string): void => {
    if (status >= 200 && status < 300) return;
    firstBad ??= `${status} ${text}`.slice(0, 300);
  };
  const requests = paths.map((path) => ({
    method,
    path,
    headers: { ...headers },
    onResponse,
    ...(body === undefined
      ? {}
      : { setupRequest: (request: object) => ({ ...request, body: fillTemplate(scenario, sent++) }) }),
  }));
  const result = await autocannon({
    url: origin,
    connections,
    ...(amount ? { amount } : { duration: seconds ?? 5 }),
    ...(perSecond && { overallRate: perSecond }),
    timeout: 20,
    requests,
  });
  const good = result['2xx'];
  return {
    good,
    bad: result.non2xx + result.errors,
    seconds: result.duration,
    goodPerSecond: good / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    firstBad,
  };
}
