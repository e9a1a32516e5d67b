import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import { PersonRelationships } from './person-relationships';

const NOAH = { id: 3, name: 'Noah Soren', type: 'Spouse', emails: [], phones: [{ value: '555-1205' }] };

describe('the relationships of a person', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}) => ({
    sent: fakeApi({ 'GET /v1/peopleRelationships': createList('peopleRelationships', [NOAH]), ...answers }),
    ...show(<PersonRelationships personId={9} />),
  });

  test('given a relationship, then name, type and phone are shown', async () => {
    open();
    await screen.findByText('Noah Soren');
    screen.getByText('Spouse · 555-1205');
  });

  test('given a name and a type, when they are submitted, then the relationship is created', async () => {
    const { user, sent } = open({ 'POST /v1/peopleRelationships': NOAH });
    await user.click(screen.getByRole('button', { name: 'Add relationship' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Name/), 'Mia');
    await user.type(dialog.getByLabelText('Relationship'), 'Child{Enter}');
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ personId: 9, name: 'Mia', type: 'Child' }),
    );
  });

  test('given a changed type, when it is saved, then only the type is sent', async () => {
    const { user, sent } = open({
      'GET /v1/peopleRelationships/3': tagged(NOAH),
      'PUT /v1/peopleRelationships/3': NOAH,
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Noah Soren' }));
    const field = within(await screen.findByRole('dialog')).getByLabelText('Relationship');
    await user.clear(field);
    await user.type(field, 'Partner{Enter}');
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ type: 'Partner' }));
  });

  test('given a relationship, when its deletion is confirmed, then it is deleted', async () => {
    const { user, sent } = open({ 'DELETE /v1/peopleRelationships/3': {} });
    await user.click(await screen.findByRole('button', { name: 'Delete Noah Soren' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });
});
