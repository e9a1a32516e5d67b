import { screen, waitFor } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import EmailTemplatePage from './email-template-page';
import TextTemplatePage from './text-template-page';

const WELCOME = {
  id: 4,
  name: 'Welcome',
  subject: 'Hello',
  body: '<p>Hi %contact_first_name%</p>',
  isShared: false,
  isEditable: true,
  isDeletable: true,
  actionPlans: [],
};
const ANSWERS = {
  'GET /v1/templates/4': () => tagged(WELCOME),
  'PUT /v1/templates/4': WELCOME,
  'POST /v1/templates': { ...WELCOME, id: 5 },
  'POST /v1/templates/merge': { ...WELCOME, subject: 'Hello', body: '<p>Hi Dora</p>' },
  'GET /v1/people': createList('people', [{ id: 10, name: 'Dora Engel' }]),
};

describe('the page of an email template', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, at = '/templates/email/4') => ({
    sent: fakeApi({ ...ANSWERS, ...answers }),
    ...show(<EmailTemplatePage />, { at, path: '/templates/email/:id' }),
  });

  test('given a merge field is chosen, then it is at the cursor and only the body is saved, with the entity tag', async () => {
    const { user, sent } = open();
    const body = await screen.findByLabelText('Body');
    await user.clear(body);
    await user.type(body, 'Dear ');
    await user.click(screen.getByRole('button', { name: 'Insert merge field in body' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Full name' }));
    expect(body).toHaveProperty('value', 'Dear %contact_name%');
    await user.click(screen.getByRole('button', { name: 'Save template' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')).toBeDefined());
    const put = sent.find(({ method }) => method === 'PUT')!;
    expect(put.body).toEqual({ body: 'Dear %contact_name%' });
    expect(put.headers.get('if-match')).toBe('"4"');
  });

  test('given a person, then the preview is merged for that person and names the unsubscribe link', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('combobox', { name: 'For person' }));
    await user.click(await screen.findByRole('option', { name: 'Dora Engel' }));
    expect(await screen.findByTitle('Email')).toHaveProperty('srcdoc', '<p>Hi Dora</p>');
    expect(sent.find(({ path }) => path === '/v1/templates/merge')?.body).toEqual({
      templateId: 4,
      mergePersonId: 10,
    });
    screen.getByText(/an unsubscribe link follow the text/);
  });

  test('given Send test email, then it goes to the user, with the values of the chosen person', async () => {
    const { user, sent } = open({ 'POST /v1/templates/4/sendTest': { sentTo: 'olive@example.com' } });
    const send = async () => user.click(await screen.findByRole('button', { name: 'Send test email to me' }));
    await send();
    await screen.findByText('Sent to olive@example.com.');
    await user.click(await screen.findByRole('combobox', { name: 'For person' }));
    await user.click(await screen.findByRole('option', { name: 'Dora Engel' }));
    await send();
    await screen.findByText('Sent to olive@example.com.');
    const bodies = sent.filter(({ path }) => path.endsWith('/sendTest')).map(({ body }) => body);
    expect(bodies).toEqual([{}, { personId: 10 }]);
  });

  test('given a word between percent signs that is no merge field, then the page says that it is sent as it is', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('Body'), '%contact_nickname%');
    screen.getByText('No merge field: %contact_nickname%. It is sent as it is.');
  });

  test('given a refusal, then its words are shown and nothing that was typed is lost', async () => {
    const { user } = open(
      {
        'POST /v1/templates': refuse(400, 'INVALID_BODY', "Field 'subject' is too long."),
      },
      '/templates/email/new',
    );
    await user.type(await screen.findByLabelText('Name'), 'Tour');
    await user.type(screen.getByLabelText('Subject'), 'See it');
    await user.type(screen.getByLabelText('Body'), 'Text');
    await user.click(screen.getByRole('button', { name: 'Create template' }));
    await screen.findByText("Field 'subject' is too long.");
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Tour');
  });

  test('given a template that the user may not change, then it is only shown', async () => {
    open({ 'GET /v1/templates/4': () => tagged({ ...WELCOME, isEditable: false, isDeletable: false }) });
    expect(await screen.findByLabelText('Body')).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: 'Save template' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Welcome' })).toBeNull();
  });
});

test('given a text template and a person, then the merged text is shown', async () => {
  const text = { id: 2, name: 'Hi', message: 'Hi %contact_first_name%', isShared: true, isEditable: true };
  fakeApi({
    'GET /v1/textMessageTemplates/2': () => tagged(text),
    'POST /v1/textMessageTemplates/merge': { mergedTemplate: 'Hi Dora' },
    'GET /v1/people': ANSWERS['GET /v1/people'],
  });
  const { user } = show(<TextTemplatePage />, { at: '/templates/text/2', path: '/templates/text/:id' });
  await user.click(await screen.findByRole('combobox', { name: 'For person' }));
  await user.click(await screen.findByRole('option', { name: 'Dora Engel' }));
  await screen.findByText('Hi Dora');
});
