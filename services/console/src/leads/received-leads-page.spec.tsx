import { screen, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import ReceivedLeadsPage from './received-leads-page';

const LEAD = {
  id: 5,
  created: '2026-03-01T10:00:00Z',
  system: 'Zapster',
  source: 'HomeHarbor',
  type: 'Inquiry',
  result: 'created',
  status: 201,
  eventId: 31,
  personId: 9,
  ignored: [] as string[],
  error: null as string | null,
};
const REFUSED = { ...LEAD, result: 'refused', status: 400, eventId: null, personId: null, error: 'Field missing.' };

describe('D13.9 the log of received leads', () => {
  const open = (rows: readonly object[], answers: Parameters<typeof fakeApi>[0] = {}, at = '/leads') => ({
    sent: fakeApi({ 'GET /v1/receivedLeads': createList('receivedLeads', rows), ...answers }),
    ...show(<ReceivedLeadsPage />, { at, path: '/leads' }),
  });

  test('given a stored lead, then it links to its person and its journey', async () => {
    open([LEAD]);
    const row = within(await screen.findByRole('row', { name: /Zapster/ }));
    row.getByText('New person');
    expect(row.getByRole('link', { name: 'Person of lead 5' }).getAttribute('href')).toBe('/people/9');
    expect(row.getByRole('link', { name: 'Journey of lead 5' }).getAttribute('href')).toBe('/events/31/journey');
  });

  test('given ignored fields, then they are named', async () => {
    open([{ ...LEAD, ignored: ['person.mood', 'person.stage'] }]);
    await screen.findByText('Ignored or changed: person.mood, person.stage');
  });

  test('given a refused lead, when its body is opened, then error, status and body are shown', async () => {
    const { user } = open([REFUSED], {
      'GET /v1/receivedLeads/5': { id: 5, error: 'Field missing.', body: '{"person":{}}' },
    });
    await screen.findByText('400: Field missing.');
    expect(screen.queryByRole('link')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show body of lead 5' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByText(/"person"/)).textContent).toBe('{\n  "person": {}\n}');
  });

  test('given a body that is no longer stored, then the dialog says so', async () => {
    const { user } = open([REFUSED], { 'GET /v1/receivedLeads/5': { id: 5, error: null, body: null } });
    await user.click(await screen.findByRole('button', { name: 'Show body of lead 5' }));
    await screen.findByText('The body is no longer stored.');
  });

  test('given a result, when it is chosen, then it is in the address and only such leads are read', async () => {
    const { user, sent, address } = open([]);
    await screen.findByText('No leads in the last 30 days.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'Refused');
    await screen.findByText('No leads match these filters.');
    expect(address()).toBe('/leads?result=refused');
    expect(sent.at(-1)?.path).toMatch(/result(\[\]|%5B%5D)?=refused/);
  });

  test('given system and source, when the user goes back, then the filter is undone', async () => {
    const { user, sent, address, goBack } = open([LEAD]);
    await user.type(await screen.findByLabelText('System'), ' Zapster ');
    await user.type(screen.getByLabelText('Source'), 'HomeHarbor{Enter}');
    expect(address()).toBe('/leads?system=Zapster&source=HomeHarbor');
    await screen.findByRole('row', { name: /Zapster/ });
    expect(sent.at(-1)?.path).toMatch(/system=Zapster&source=HomeHarbor/);
    await goBack();
    expect(address()).toBe('/leads');
    expect(screen.getByLabelText('System')).toHaveProperty('value', '');
  });

  test('given filters in the address, when they are cleared, then all leads are read', async () => {
    const { user, address } = open([LEAD], {}, '/leads?result=refused&source=HomeHarbor');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('/leads');
  });
});
