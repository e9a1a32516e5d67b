import type { CDPSession, Page } from 'playwright-core';

/** How long an interaction made the page work. */
export interface Interaction {
  /** CPU time of the main thread until the page is idle, ms: other processes do not count. */
  readonly cpuMs: number;
  /** From the event to the next paint, as the browser reports it (Event Timing), ms. */
  readonly paintMs: number;
}

/** Notes the slowest event since it was last read. */
const WATCH_EVENTS = `(() => {
  if (globalThis.slowestEvent !== undefined) return;
  globalThis.slowestEvent = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.slowestEvent = Math.max(globalThis.slowestEvent, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: false });
})()`;

/** Two frames: the next paint is over, and its event entries are reported in an idle moment after it. */
const NEXT_PAINT = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(globalThis.slowestEvent), 100))))`;

/** Measures the interactions of a page. */
export const createInteractionMeter = async (
  page: Page,
): Promise<(act: () => Promise<unknown>) => Promise<Interaction>> => {
  const debuggerSession: CDPSession = await page.context().newCDPSession(page);
  await debuggerSession.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readBusyMs = async (): Promise<number> => {
    const { metrics } = await debuggerSession.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  return async (act) => {
    await page.evaluate(WATCH_EVENTS);
    await page.evaluate('globalThis.slowestEvent = 0');
    const before = await readBusyMs();
    await act();
    const paintMs = await page.evaluate<number>(NEXT_PAINT);
    return { cpuMs: Math.round((await readBusyMs()) - before), paintMs: Math.round(paintMs) };
  };
};
