import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import { PERSON_ANSWERS, tagged } from '../../test/person-answers';
import PersonPage from './person-page';

const ELENA = {
  id: 9,
  name: 'Elena Soren',
  firstName: 'Elena',
  stage: 'Lead',
  assignedTo: 'Olive Owner',
  assignedUserId: 7,
  tags: ['VIP'],
  phones: [{ value: '(312) 555-1204', type: 'mobile' }],
  price: 320000,
};

describe('changing a person', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}) => {
    const sent = fakeApi({
      ...PERSON_ANSWERS,
      'GET /v1/people/9': () => tagged(ELENA),
      'PUT /v1/people/9': ELENA,
      ...answers,
    });
    return {
      sent,
      puts: () => sent.filter(({ method, path }) => method === 'PUT' && path.startsWith('/v1/people/9')),
      ...show(<PersonPage />, { at: '/people/9', path: '/people/:id' }),
    };
  };
  const ready = () => screen.findByRole('heading', { level: 1, name: 'Elena Soren' });

  test('given a stage, when another is chosen, then two clicks send only it with the entity tag', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Stage: Lead' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Hot Prospect' }));
    await screen.findByText('Stage is now Hot Prospect.');
    expect(puts().map(({ body, headers }) => ({ body, tag: headers.get('if-match') }))).toEqual([
      { body: { stage: 'Hot Prospect' }, tag: '"4"' },
    ]);
  });

  test('given a stage was changed, when it is undone, then the former stage is saved', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Stage: Lead' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Hot Prospect' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(puts().at(-1)?.body).toEqual({ stage: 'Lead' });
  });

  test('given another user is chosen, then the person is assigned to that user', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Assigned to: Olive Owner' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Alan Agent' }));
    await screen.findByText('Assigned to Alan Agent.');
    expect(puts().map(({ body }) => body)).toEqual([{ assignedUserId: 8 }]);
  });

  test('given lenders and disabled users, then each choice offers only users whom the API accepts', async () => {
    const { user } = open({
      'GET /v1/users': createList('users', [
        { id: 7, name: 'Olive Owner', role: 'Owner', status: 'Active' },
        { id: 8, name: 'Lena Lender', role: 'Lender', status: 'Active' },
        { id: 9, name: 'Gone Agent', role: 'Agent', status: 'Disabled' },
      ]),
    });
    await user.click(await screen.findByRole('button', { name: 'Assigned to: Olive Owner' }));
    await screen.findByRole('menuitemradio', { name: 'Olive Owner' });
    expect(screen.queryByRole('menuitemradio', { name: /Lena|Gone/ })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: /^Show \d+ empty fields?$/ }));
    await user.click(screen.getByRole('button', { name: 'Edit Lender' }));
    await screen.findByRole('option', { name: 'Lena Lender' });
    expect(screen.queryByRole('option', { name: /Olive|Gone/ })).toBeNull();
  });

  test('given a price, when it is edited in place, then only the price is sent as a number', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Price' }));
    await user.clear(screen.getByRole('textbox', { name: 'Price' }));
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '350000{Enter}');
    await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ price: 350000 }]));
    await screen.findByRole('button', { name: 'Edit Price' });
  });

  test('given a value is typed, when Escape is pressed, then nothing is sent and the button has the focus', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Price' }));
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '9{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Price' })));
    expect(puts()).toEqual([]);
  });

  test('given the API refuses a value, then its words are beside the field and the text stays', async () => {
    const { user } = open({ 'PUT /v1/people/9': refuse(400, 'INVALID_FIELD', "Field 'price' must be a number.") });
    await user.click(await screen.findByRole('button', { name: 'Edit Price' }));
    await user.type(screen.getByRole('textbox', { name: 'Price' }), 'x{Enter}');
    const form = within(screen.getByRole('form', { name: 'Price' }));
    await form.findByText("Field 'price' must be a number.");
    expect(form.getByRole('textbox')).toHaveProperty('value', '320000x');
  });

  test('given phones, when one is added, then all are sent with their types', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Phone' }));
    await user.click(screen.getByRole('button', { name: 'Add phone' }));
    await user.type(screen.getByRole('textbox', { name: 'Phone 2' }), '555-0100');
    await user.selectOptions(screen.getByLabelText('Type of phone 2'), 'work');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(puts().map(({ body }) => body)).toEqual([
        {
          phones: [
            { value: '(312) 555-1204', type: 'mobile' },
            { value: '555-0100', type: 'work' },
          ],
        },
      ]),
    );
  });

  test('given a tag, when it is removed, then the others are sent', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove tag VIP' }));
    await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ tags: [] }]));
  });

  test('given a new tag, then it is added to the others', async () => {
    const { user, puts } = open();
    await user.click(await screen.findByRole('button', { name: 'Add tag' }));
    await user.type(screen.getByRole('textbox', { name: 'Tag' }), 'Seller{Enter}');
    await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ tags: ['VIP', 'Seller'] }]));
  });

  describe('given a colleague changed the same field after it was opened', () => {
    const openConflict = async () => {
      let price = 320000;
      const page = open({ 'GET /v1/people/9': () => tagged({ ...ELENA, price }) });
      await page.user.click(await screen.findByRole('button', { name: 'Edit Price' }));
      price = 300000;
      await page.user.clear(screen.getByRole('textbox', { name: 'Price' }));
      await page.user.type(screen.getByRole('textbox', { name: 'Price' }), '350000{Enter}');
      return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Changed by another user' })) };
    };

    test('then both values are side by side, and nothing is sent (U5)', async () => {
      const { dialog, puts } = await openConflict();
      dialog.getByRole('row', { name: 'Price 300000 350000' });
      expect(puts()).toEqual([]);
    });

    test('when the user replaces the value, then it is sent', async () => {
      const { dialog, puts, user } = await openConflict();
      await user.click(dialog.getByRole('button', { name: 'Replace with mine' }));
      await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ price: 350000 }]));
    });

    test('when the user keeps the saved value, then nothing is sent', async () => {
      const { dialog, puts, user } = await openConflict();
      await user.click(dialog.getByRole('button', { name: 'Keep the saved value' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(puts()).toEqual([]);
    });
  });

  test('given a colleague changed another field, then there is no conflict', async () => {
    let source = 'Website';
    const { user, puts } = open({ 'GET /v1/people/9': () => tagged({ ...ELENA, source }) });
    await user.click(await screen.findByRole('button', { name: 'Edit Price' }));
    source = 'Partner';
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '0{Enter}');
    await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ price: 3200000 }]));
  });

  test('given a duplicate, when the people are merged, then the user saw both side by side', async () => {
    const { user, sent } = open({
      'GET /v1/people': { people: [{ id: 12, name: 'E. Soren' }], _metadata: { collection: 'people', total: 1 } },
      'GET /v1/people/12': { id: 12, name: 'E. Soren', stage: 'Hot Prospect' },
      'POST /v1/people/9/merge': ELENA,
    });
    await ready();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Merge with another person' }));
    await user.click(await screen.findByRole('combobox', { name: 'Other person' }));
    await user.click(await screen.findByRole('option', { name: 'E. Soren' }));
    await screen.findByRole('row', { name: 'Stage Lead Hot Prospect' });
    await user.click(screen.getByRole('button', { name: 'Merge people' }));
    await screen.findByText('The two people are merged.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ otherId: 12 });
  });

  test('given an erasure is confirmed, then it is requested and the list opens', async () => {
    const { user, address } = open({ 'POST /v1/people/9/erase': new Response(null, { status: 204 }) });
    await ready();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Erase person' }));
    await user.click(await screen.findByRole('button', { name: 'Erase person' }));
    await waitFor(() => expect(address()).toBe('/people'));
  });
});
