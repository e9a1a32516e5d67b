import { screen, waitFor } from '@testing-library/react';
import { fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import NewPerson from './new-person';

describe('a new person', () => {
  const open = (answer: object = { id: 12 }) => ({
    sent: fakeApi({ 'POST /v1/people': answer }),
    ...show(<NewPerson onClose={() => undefined} />),
  });
  const submit = () => screen.getByRole('button', { name: 'Create person' });

  test('given name and email, when it is created, then only these are sent and the person opens', async () => {
    const { user, sent, address } = open();
    await user.type(await screen.findByLabelText('First name'), 'Ada');
    await user.type(screen.getByLabelText('Email'), ' ada@example.com ');
    await user.click(submit());
    await waitFor(() => expect(address()).toBe('/people/12'));
    expect(sent.at(-1)).toMatchObject({ body: { firstName: 'Ada', emails: [{ value: 'ada@example.com' }] } });
  });

  test('given nothing, then the form says what to enter and sends nothing', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Create person' }));
    await screen.findByText('Enter a name, an email or a phone number.');
    expect(sent).toEqual([]);
  });

  test('given the API refuses the phone, then its message is shown and the text stays', async () => {
    const { user } = open(refuse(400, 'INVALID_FIELD', "'12' is no phone."));
    await user.type(await screen.findByLabelText('Phone'), '12');
    await user.click(submit());
    await screen.findByText("'12' is no phone.");
    expect(screen.getByLabelText('Phone')).toHaveProperty('value', '12');
  });
});
