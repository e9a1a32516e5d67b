import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseExternalServices } from '@porchlight/contracts';
import { eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { startNotifier, type NotifierService } from './notifier-service';

const FILE = join(__dirname, '..', '..', '..', 'examples', 'service-in-python', 'open-houses.json');

describe('A service of another team', () => {
  let database: TestDatabase;
  let harness: NotifierService;
  beforeAll(async () => {
    database = await startDatabase();
    const { services } = parseExternalServices(readFileSync(FILE, 'utf8'));
    harness = await startNotifier({ database, config: { EXTERNAL_SERVICES_FILE: services } });
  });
  afterAll(async () => {
    await harness?.stop();
    await database?.stop();
  });

  test('When it publishes a change, Then its own webhook event is recorded with the address of its records', async () => {
    await harness.register('openHousesCreated', 'https://localhost/open-houses');
    await harness.register('peopleCreated', 'https://localhost/people');
    const change = { service: 'openhouses', resource: 'openHouses', ids: [7] };
    const foreign = await harness.publish({ ...change, webhookEvents: ['peopleCreated'] });
    const own = await harness.publish({ ...change, webhookEvents: ['openHousesCreated'] });
    await eventually(async () => {
      const { record: event } = await harness.events.getWebhookEvent({ id: own }, harness.owner());
      expect(event).toMatchObject({ event: 'openHousesCreated', resourceIds: [7] });
      expect(event!.uri).toBe('https://api.test/v1/openHouses?id=7');
    });
    // It was published before, on the same topic: this service may not publish events of another one.
    await expect(harness.events.getWebhookEvent({ id: foreign }, harness.owner())).rejects.toMatchObject({
      reason: 'NOT_FOUND',
    });
  });
});
