import { createEventPaths, createRegistry, WEBHOOK_EVENTS } from '@porchlight/contracts';
import { assignEventIds } from './event-record';
import { formatPayload } from './payload-body';

const { isEventName, formatUri } = createEventPaths(createRegistry(), 'https://api.test');

const event = {
  _id: '01JABC',
  accountId: 7,
  event: 'peopleUpdated',
  ids: [3, 5],
  uri: 'https://api.test/v1/people?id=3,5',
  occurred: new Date('2026-03-04T05:06:07.890Z'),
  created: new Date('2026-03-04T05:06:08Z'),
  systems: ['Demo'],
};

describe('The payload body', () => {
  test('When it is formatted, Then it has exactly the specified fields, with +00:00', () => {
    expect(JSON.parse(formatPayload(event))).toEqual({
      eventId: '01JABC',
      eventCreated: '2026-03-04T05:06:07+00:00',
      event: 'peopleUpdated',
      resourceIds: [3, 5],
      uri: 'https://api.test/v1/people?id=3,5',
    });
  });

  test('When there is extra data, Then it is under data', () => {
    expect(JSON.parse(formatPayload({ ...event, dataJson: '{"tags":["a"]}' }))).toMatchObject({
      data: { tags: ['a'] },
    });
  });

  test('When records were deleted, Then the uri is null; otherwise it contains the ids', () => {
    expect(formatUri('peopleDeleted', [1])).toBeNull();
    expect(formatUri('pipelineDeleted', [1])).toBeNull();
    expect(formatUri('eventsCreated', [1, 2])).toBe('https://api.test/v1/events?id=1,2');
    expect(formatUri('peopleStageUpdated', [9])).toBe('https://api.test/v1/people?id=9');
    expect(formatUri('stageUpdated', [4])).toBe('https://api.test/v1/stages?id=4');
  });

  test('When a name is public, Then it is an event name; others, also inherited properties, are not', () => {
    expect(WEBHOOK_EVENTS.every(isEventName)).toBe(true);
    expect(isEventName('constructor')).toBe(false);
  });

  test('When a change fires several names, Then the ids are distinct and the same every time', () => {
    const ids = assignEventIds('01J', ['peopleUpdated', 'peopleTagsCreated', 'peopleUpdated']);
    expect(ids).toEqual([
      { id: '01J', name: 'peopleUpdated' },
      { id: '01J-peopleTagsCreated', name: 'peopleTagsCreated' },
    ]);
  });
});
