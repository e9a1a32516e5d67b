import { countDeliveries } from './delivery-day';

const END = Date.parse('2026-03-02T10:00:00Z');
const HOUR_MS = 3_600_000;
const delivery = (hoursAgo: number, status: string, ...times: number[]) => ({
  id: 'd',
  eventId: 'e',
  event: 'peopleCreated',
  status,
  created: new Date(END - hoursAgo * HOUR_MS).toISOString(),
  nextAttempt: null,
  attempts: times.map((ms) => ({ at: null, status: 200, ms, error: null, response: null })),
});

describe('the deliveries of 24 hours', () => {
  test('given deliveries of several hours, then each counts in its hour', () => {
    const { hours } = countDeliveries([delivery(0.5, 'Delivered', 5), delivery(23.5, 'GivenUp', 5)], END);
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toEqual({ delivered: 1, failing: 0 });
    expect(hours[0]).toEqual({ delivered: 0, failing: 1 });
  });

  test('given pending deliveries, then only those with a failed attempt are failing', () => {
    expect(countDeliveries([delivery(1, 'Pending'), delivery(1, 'Pending', 5)], END).failing).toBe(1);
  });

  test('given 100 attempts, then the 95th shortest time is named', () => {
    const times = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(countDeliveries([delivery(1, 'Delivered', ...times)], END).p95Ms).toBe(95);
  });

  test('given no attempt, then no time is named', () => {
    expect(countDeliveries([], END).p95Ms).toBeUndefined();
  });
});
