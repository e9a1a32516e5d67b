import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseExternalServices } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useNotifier } from './notifier-service';

const FILE = join(__dirname, '..', '..', '..', 'samples', 'service-in-python', 'open-houses.json');

describe('A service of another team', () => {
  const suite = useNotifier({
    config: { EXTERNAL_SERVICES_FILE: parseExternalServices(readFileSync(FILE, 'utf8')).services },
  });

  test('When it publishes a change, Then its own webhook event is recorded with the address of its records', async () => {
    await suite.notifier.register('openHousesCreated', 'https://localhost/open-houses');
    await suite.notifier.register('peopleCreated', 'https://localhost/people');
    const change = { service: 'openhouses', resource: 'openHouses', ids: [7] };
    const foreign = await suite.notifier.publish({ ...change, webhookEvents: ['peopleCreated'] });
    const own = await suite.notifier.publish({ ...change, webhookEvents: ['openHousesCreated'] });
    await eventually(async () => {
      const { record: event } = await suite.notifier.events.getWebhookEvent({ id: own }, suite.notifier.owner());
      expect(event).toMatchObject({ event: 'openHousesCreated', resourceIds: [7] });
      expect(event!.uri).toBe('https://api.test/v1/openHouses?id=7');
    });
    // It was published before, on the same topic: this service may not publish events of another one.
    await expectRefusal(suite.notifier.events.getWebhookEvent({ id: foreign }, suite.notifier.owner()), 'NOT_FOUND');
  });
});
