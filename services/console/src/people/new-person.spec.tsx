import { screen, waitFor } from '@testing-library/react';
import { fakeApi, refuse } from '../../test/fake-api';
import { show } from '../../test/show';
import NewPerson from './new-person';

describe('a new person', () => {
  const open = (answer: object = { id: 12 }, known: object = { found: false }) => ({
    sent: fakeApi({ 'POST /v1/people': answer, 'GET /v1/people/checkDuplicate': known }),
    ...show(<NewPerson onClose={() => undefined} />),
  });
  const submit = () => screen.getByRole('button', { name: 'Create person' });

  test('given name and email, when it is created, then only these are sent and the person opens', async () => {
    const { user, sent, address } = open();
    await user.type(await screen.findByLabelText('First name'), 'Ada');
    await user.type(screen.getByLabelText('Email'), ' ada@example.com ');
    await user.click(submit());
    await waitFor(() => expect(address()).toBe('/people/12'));
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
      body: { firstName: 'Ada', emails: [{ value: 'ada@example.com' }] },
    });
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

  test('given the phone of a known person, while it is typed, then the form says who has the person', async () => {
    const { user, sent } = open({}, { found: true, matchedBy: 'phone', assignedTo: 'Ana Kowalski' });
    await user.type(await screen.findByLabelText('Phone'), '512-555-0142');
    await screen.findByText(/A person with this phone exists, assigned to Ana Kowalski\./);
    expect(screen.getByRole('link', { name: 'Show the person' }).getAttribute('href')).toBe('/people?q=512-555-0142');
    expect(sent.at(-1)?.path).toBe('/v1/people/checkDuplicate?phone=512-555-0142');
  });

  test('given a known person whom the user may not see, then only that the person exists is said', async () => {
    const { user } = open({}, { found: true });
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await screen.findByText(/exists whom you may not see/);
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('given a part of an email, then nothing is asked', async () => {
    const { user, sent } = open();
    await user.type(await screen.findByLabelText('Email'), 'ada@');
    await user.type(screen.getByLabelText('Phone'), '555-0142');
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/v1/people/checkDuplicate?phone=555-0142']));
  });
});
