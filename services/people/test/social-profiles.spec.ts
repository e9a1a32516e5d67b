import { createHash } from 'node:crypto';
import { parseAllowList } from '@porchlight/egress';
import { eventually, startReceiver, type Receiver } from '@porchlight/testkit';
import { startPeopleService, type PeopleService } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();

describe('pictures of new leads', () => {
  let receiver: Receiver;
  let service: PeopleService;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startPeopleService({
      ...suite,
      config: {
        SOCIAL_PROFILES_URL: `${receiver.url}/v3/profiles`,
        EGRESS_ALLOW: parseAllowList(['localhost']),
        EGRESS_CA_FILE: receiver.ca,
      },
    });
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
  });
  const formatPath = (email: string) => `/v3/profiles/${createHash('sha256').update(email).digest('hex')}`;
  const askedFor = (email: string) => receiver.requests.filter(({ path }) => path === formatPath(email));

  it('D4.21 are looked up after the response of a new lead, and not for other people', async () => {
    const { owner, accountId } = await suite.newAccount();
    receiver.answerWith(({ path }) =>
      path === formatPath('jo@example.com')
        ? { body: '{"avatar_url":"https://img.example/jo.png"}' }
        : { status: path === formatPath('busy@example.com') ? 429 : 404 },
    );
    await owner.createPerson({ emails: ['typed@example.com'] });
    await owner.send({ person: { emails: ['typed@example.com'] } });
    await owner.send({ person: { emails: ['busy@example.com'] } });
    const { person } = await owner.send({ person: { name: 'Jo', emails: ['JO@example.com'] } });
    expect(person['picture']).toBeNull();
    await eventually(async () =>
      expect((await owner.getPerson(person['id']))['picture']).toEqual({ small: 'https://img.example/jo.png' }),
    );
    await owner.send({ person: { emails: ['jo@example.com'] } });
    await owner.send({ person: { emails: ['last@example.com'] } });
    await eventually(() => expect(askedFor('last@example.com')).toHaveLength(1));
    expect(['typed@example.com', 'busy@example.com', 'jo@example.com'].map((email) => askedFor(email).length)).toEqual([
      0, 1, 1,
    ]);
    expect(suite.collected.webhooks(accountId).filter((name) => name === 'peopleUpdated')).toHaveLength(0);
  });
});
