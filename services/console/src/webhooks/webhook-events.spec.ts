import { WEBHOOK_EVENT_NAMES } from '../api/generated-names';
import { WEBHOOK_EVENTS } from './webhook-events';

describe('the events of the webhook form', () => {
  test('each event is offered once', () => {
    expect(WEBHOOK_EVENTS.flatMap(({ items }) => items).sort()).toEqual([...WEBHOOK_EVENT_NAMES].sort());
  });

  test('no heading is empty, and people are first', () => {
    expect(WEBHOOK_EVENTS.filter(({ items }) => items.length === 0)).toEqual([]);
    expect(WEBHOOK_EVENTS[0]?.group).toBe('People');
  });
});
