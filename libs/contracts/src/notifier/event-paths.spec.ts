import { allResources, createRegistry } from '../registry';
import { createEventPaths } from './event-paths';
import { WEBHOOK_EVENTS } from './webhook-events';

const { isEventName, formatUri } = createEventPaths(createRegistry(), 'https://api.test');

/** Warnings, whose record others may not read. */
const WITHOUT_LIST = /^webhookFailing/;

describe('URIs in payloads', () => {
  test.each(WEBHOOK_EVENTS.filter((name) => !name.endsWith('Deleted') && !WITHOUT_LIST.test(name)))(
    'When %s is published, Then the uri is a list that accepts ids',
    (name) => {
      const uri = new URL(formatUri(name, [4, 7])!);
      const resource = allResources.find(({ path }) => uri.pathname === `/v1/${path}`);
      expect(resource?.verbs).toContain('list');
      // A stage is read as a part of its pipeline.
      expect(uri.search).toBe(name.startsWith('pipelineStage') ? '?stageId=4,7' : '?id=4,7');
      // The event belongs to the resource that the path lists.
      const declared = allResources.find(
        ({ webhooks }) => webhooks && [webhooks.created, webhooks.updated].includes(name),
      );
      if (declared) expect(resource!.resource).toBe(declared.resource);
    },
  );

  test.each([...WEBHOOK_EVENTS.filter((name) => name.endsWith('Deleted')), 'webhookFailing'])(
    'When %s is published, Then the uri is null',
    (name) => {
      expect(formatUri(name, [4])).toBeNull();
    },
  );

  test('When there are more records than the default page size, Then the uri requests all of them', () => {
    const ids = Array.from({ length: 100 }, (_, n) => n + 1);
    expect(formatUri('peopleCreated', ids)).toBe(`https://api.test/v1/people?id=${ids.join(',')}&limit=100`);
    expect(formatUri('peopleCreated', ids.slice(0, 11))).toMatch(/&limit=11$/);
    expect(formatUri('peopleCreated', ids.slice(0, 10))).not.toContain('limit');
  });

  test('When a name cannot be registered, Then it is not an event name', () => {
    for (const name of ['test', 'inboxAppReply', 'constructor', '']) expect(isEventName(name)).toBe(false);
  });
});
