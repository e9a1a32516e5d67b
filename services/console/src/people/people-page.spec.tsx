import { screen } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import PeoplePage from './people-page';

const ADA = { id: 3, name: 'Ada Lovelace', stage: 'Lead', emails: [{ value: 'ada@example.com' }], phones: [] };

describe('the list of people', () => {
  const stages = createList('stages', [
    { id: 1, name: 'Lead' },
    { id: 2, name: 'Hot Prospect' },
  ]);

  test('given a search, when it is submitted, the list is read with it and the address contains it', async () => {
    const sent = fakeApi({ 'GET /v1/people': createList('people', [ADA]), 'GET /v1/stages': stages });
    const { user, address } = show(<PeoplePage />, { at: '/people', path: '/people' });
    await screen.findByRole('link', { name: 'Ada Lovelace' });
    await user.type(screen.getByLabelText('Search'), ' ada {Enter}');
    expect(address()).toBe('/people?q=ada');
    await screen.findByRole('link', { name: 'Ada Lovelace' });
    expect(sent.at(-1)?.path).toMatch(/[?&]q=ada(&|$)/);
  });
});
