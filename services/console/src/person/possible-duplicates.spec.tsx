import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '@porchlight/sdk';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { PossibleDuplicates } from './possible-duplicates';

const ELENA = { id: 9, name: 'Elena Soren', possibleDuplicateIds: [4, 5] } as Schemas['Person'];
const TWIN = { id: 4, name: 'E. Soren', stage: 'Lead', phones: [{ value: '(312) 555-1204' }] };

describe('the possible duplicates of a person', () => {
  const open = (person = ELENA, role?: 'Agent') => ({
    sent: fakeApi({
      'GET /v1/people/possibleDuplicates': createList('people', [{ id: 9, possibleDuplicateIds: [4] }]),
      'GET /v1/people': createList('people', [TWIN]),
      'GET /v1/people/4': TWIN,
      'POST /v1/people/9/merge': ELENA,
    }),
    ...show(<PossibleDuplicates person={person} />, { role }),
  });

  test('given a duplicate that exists, then it is shown with its stage and contact', async () => {
    const { sent } = open();
    const card = within(await screen.findByRole('region', { name: 'Possible duplicates' }));
    expect(card.getByRole('link', { name: 'E. Soren' }).getAttribute('href')).toBe('/people/4');
    card.getByText('Lead · (312) 555-1204');
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/people/possibleDuplicates?ids=9&fields=id%2CpossibleDuplicateIds',
      '/v1/people?ids=4&limit=10',
    ]);
  });

  test('given an owner merges it, then it is merged into the person', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Merge E. Soren' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('row', { name: 'Name Elena Soren E. Soren' });
    await user.click(dialog.getByRole('button', { name: 'Merge people' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ otherId: 4 }));
  });

  test('given an agent, who may not merge, then there is no button', async () => {
    open(ELENA, 'Agent');
    await screen.findByRole('link', { name: 'E. Soren' });
    expect(screen.queryByRole('button', { name: /^Merge/ })).toBeNull();
  });

  test('given a person without duplicates, then nothing is read and shown', () => {
    const { sent } = open({ ...ELENA, possibleDuplicateIds: [] });
    expect(screen.queryByRole('region')).toBeNull();
    expect(sent).toEqual([]);
  });
});
