import { screen, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import LeadJourneyPage from './lead-journey-page';

const AT = '2026-03-01T10:00:00Z';
const NAMES = {
  'GET /v1/users': createList('users', [{ id: 8, name: 'Ana Kowalski' }]),
  'GET /v1/groups': createList('groups', [{ id: 2, name: 'Lakeside' }]),
  'GET /v1/ponds': createList('ponds', [{ id: 4, name: 'Quiet' }]),
  'GET /v1/leadFlows': createList('leadFlows', [{ id: 3, name: 'Website leads' }]),
  'GET /v1/actionPlans': createList('actionPlans', [{ id: 6, name: 'First week' }]),
};

describe('D13.9 the journey of a lead', () => {
  const open = (steps: readonly object[], incomplete: readonly string[] = [], answers: object = {}) => {
    fakeApi({
      ...NAMES,
      'GET /v1/events/31/journey': {
        eventId: 31,
        personId: 9,
        steps: steps.map((step) => ({ at: AT, ...step })),
        incomplete,
      },
      ...answers,
    });
    return show(<LeadJourneyPage />, { at: '/events/31/journey', path: '/events/:id/journey' });
  };
  const findTexts = async () => {
    const steps = within(await screen.findByRole('list', { name: 'Steps' }));
    return steps.getAllByRole('listitem').map(({ textContent }) => textContent);
  };

  test('given the steps of a new lead, then they are in order and in words', async () => {
    open([
      { step: 'received', system: 'Zapster', source: 'HomeHarbor', type: 'Inquiry', ignored: ['person.mood'] },
      { step: 'matched', personId: 9, created: true },
      { step: 'routed', cause: 'rule', ruleId: 3 },
      { step: 'assigned', userId: 8 },
      { step: 'notified', userId: 8, channels: ['console', 'email'] },
      { step: 'planStarted', actionPlanId: 6, status: 'Running' },
      { step: 'webhook', event: 'eventsCreated', webhookId: 1, status: 'Delivered', attempts: 1, httpStatus: 200 },
    ]);
    await screen.findByText('Website leads took the lead');
    await screen.findByText('Assigned to Ana Kowalski');
    await screen.findByText('Started the action plan First week');
    const texts = await findTexts();
    expect(texts[0]).toMatch(/^Received from Zapster.*Inquiry, source HomeHarbor.*fields: person\.mood\./);
    expect(texts[1]).toMatch(/^A new person was created/);
    expect(texts[4]).toMatch(/^Notified Ana Kowalski.*Channels: console and email\./);
    expect(texts[6]).toMatch(/^Delivered to a webhook: eventsCreated.*1 attempt, the receiver returned status 200/);
    expect(screen.getByRole('link', { name: 'Person' }).getAttribute('href')).toBe('/people/9');
    expect(screen.getByRole('link', { name: 'Deliveries' }).getAttribute('href')).toBe('/webhooks/1');
  });

  test('given a known person, then the value that matched is named', async () => {
    open([{ step: 'matched', personId: 9, created: false, by: { kind: 'email', value: 'elena@example.com' } }]);
    await screen.findByText('By the email address elena@example.com.');
  });

  test('given no rule fits, then each rule has its reason', async () => {
    open([
      { step: 'routed', cause: 'noRuleFits', unmet: [{ ruleId: 3, condition: 'price' }] },
      { step: 'assigned', pondId: 4 },
    ]);
    await screen.findByText('No rule fits the lead');
    await screen.findByText('Website leads takes other prices.');
    await screen.findByText('Assigned to the pond Quiet');
  });

  test('given an offer that ended, then the group and the reason are named', async () => {
    open([
      { step: 'assigned', groupId: 2 },
      { step: 'assigned', userId: 8, cause: 'offerEnded' },
    ]);
    await screen.findByText('Offered to the group Lakeside');
    await screen.findByText('No user of the group claimed the lead in time.');
  });

  test('given a repeated inquiry, then the first one is linked', async () => {
    open([{ step: 'received', source: 'HomeHarbor', type: 'Inquiry', ignored: [], duplicateOf: 30 }]);
    const link = await screen.findByRole('link', { name: 'First inquiry' });
    expect(link.getAttribute('href')).toBe('/events/30/journey');
  });

  test('given a service that does not answer, then the missing steps are named', async () => {
    open([{ step: 'received', source: 'HomeHarbor' }], ['marketing']);
    await screen.findByText('The following cannot be read at the moment: action plans.');
  });

  test('given an agent who may not read the rules, then a rule is shown by its id', async () => {
    open([{ step: 'routed', cause: 'rule', ruleId: 3 }], [], {
      'GET /v1/leadFlows': refuse(403, 'FORBIDDEN', 'Only owners and brokers may read rules.'),
    });
    await screen.findByText('Rule 3 took the lead');
  });

  test('given an event that the user may not see, then the message of the API is shown', async () => {
    open([], [], { 'GET /v1/events/31/journey': refuse(404, 'NOT_FOUND', 'There is no event with this id.') });
    await screen.findByText('There is no event with this id.');
  });
});
