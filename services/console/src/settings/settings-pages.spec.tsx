import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import AppointmentsPage from './appointments-page';
import FieldsPage from './fields-page';
import GroupsPage from './groups-page';
import LeadSourcesPage from './lead-sources-page';
import PondsPage from './ponds-page';
import StagesPage from './stages-page';
import TeamInboxesPage from './team-inboxes-page';
import TeamsPage from './teams-page';

const LEAD = { id: 1, name: 'Lead', orderWeight: 1000, peopleCount: 138, isProtected: true, isDefault: true };
const HOT = { id: 2, name: 'Hot', orderWeight: 2000, peopleCount: 4, isProtected: false, isDefault: false };
const COLD = { id: 3, name: 'Cold', orderWeight: 3000, peopleCount: 0, isProtected: false, isDefault: false };
const USERS = createList('users', [
  { id: 8, name: 'Leo Marsh', role: 'Agent', status: 'Active' },
  { id: 9, name: 'Ana Kowalski', role: 'Agent', status: 'Active' },
  { id: 10, name: 'Len Lender', role: 'Lender', status: 'Active' },
]);

const open = (page: ReactNode, answers: Parameters<typeof fakeApi>[0], role: 'Owner' | 'Agent' = 'Owner') => ({
  sent: fakeApi({ 'GET /v1/users': USERS, ...answers }),
  ...show(page, { role }),
});

type Opened = ReturnType<typeof open>;

const choose = async ({ user }: Opened, name: string, action: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const bodyOf = ({ sent }: Opened, method: string): unknown => sent.find((request) => request.method === method)?.body;
const dialog = async () => within(await screen.findByRole('dialog'));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the stages', () => {
  const ANSWERS = {
    'GET /v1/stages': createList('stages', [LEAD, HOT, COLD]),
    'GET /v1/stages/2': () => tagged(HOT),
    'PUT /v1/stages/2': HOT,
    'PUT /v1/stages/3': COLD,
    'POST /v1/stages': { id: 4 },
    'DELETE /v1/stages/2': {},
  };

  test('given an agent, who sees some people, then the number of all people of a stage is hidden (U21)', async () => {
    open(<StagesPage />, ANSWERS, 'Agent');
    await screen.findByRole('row', { name: /Lead/ });
    expect(screen.queryByText('138')).toBeNull();
  });

  test('given an agent, then there is nothing to change', async () => {
    open(<StagesPage />, ANSWERS, 'Agent');
    await screen.findByRole('row', { name: /Lead/ });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test('given a protected stage, then it cannot be edited but moved', async () => {
    open(<StagesPage />, ANSWERS);
    const row = within(await screen.findByRole('row', { name: /Lead/ }));
    expect(row.queryByRole('button', { name: 'Edit Lead' })).toBeNull();
    row.getByRole('button', { name: 'Move Lead down' });
  });

  test('given a renamed stage, then only the name is sent, with the entity tag', async () => {
    const opened = open(<StagesPage />, ANSWERS);
    await opened.user.click(await screen.findByRole('button', { name: 'Edit Hot' }));
    const name = (await dialog()).getByLabelText(/^Name/);
    await opened.user.clear(name);
    await opened.user.type(name, 'Very hot');
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await closed();
    expect(bodyOf(opened, 'PUT')).toEqual({ name: 'Very hot' });
    expect(opened.sent.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"4"');
  });

  test('given the last stage, when it is moved up, then it takes the place of the one before', async () => {
    const opened = open(<StagesPage />, ANSWERS);
    await opened.user.click(await screen.findByRole('button', { name: 'Move Cold up' }));
    await waitFor(() => expect(bodyOf(opened, 'PUT')).toEqual({ orderWeight: 2000 }));
  });

  test('given a stage with people, when it is deleted, then another stage takes them', async () => {
    const opened = open(<StagesPage />, ANSWERS);
    await choose(opened, 'Hot', 'Delete');
    await opened.user.selectOptions((await dialog()).getByLabelText(/^Move people to/), 'Cold');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Delete stage' }));
    await closed();
    expect(opened.sent.find(({ method }) => method === 'DELETE')?.path).toBe('/v1/stages/2?assignStageId=3');
  });

  test('given a name that the API refuses, then its words are beside the field and nothing is lost', async () => {
    const message = 'There is already a stage with this name.';
    const problems = [{ field: 'name', code: 'INVALID', message }];
    const opened = open(<StagesPage />, {
      ...ANSWERS,
      'POST /v1/stages': Response.json({ errorCode: 'INVALID_BODY', errorMessage: message, problems }, { status: 400 }),
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Create stage' }));
    const name = (await dialog()).getByRole('textbox', { name: /^Name/ });
    await opened.user.type(name, 'Hot');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Create stage' }));
    await screen.findByText(message);
    expect(name).toHaveProperty('value', 'Hot');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('given text that was typed before the session ended, then the dialog has it again', async () => {
    sessionStorage.setItem('draft/1/7/stages/new', JSON.stringify({ name: 'Nurture' }));
    const opened = open(<StagesPage />, ANSWERS);
    await opened.user.click(await screen.findByRole('button', { name: 'Create stage' }));
    expect((await dialog()).getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Nurture');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(sessionStorage.getItem('draft/1/7/stages/new')).toBeNull();
  });
});

describe('the custom fields', () => {
  const PETS = { id: 5, label: 'Pets', name: 'customPets', type: 'dropdown', choices: ['Cat'], orderWeight: 1000 };
  const ANSWERS = {
    'GET /v1/customFields': createList('customFields', [PETS]),
    'GET /v1/dealCustomFields': createList('dealCustomFields', []),
    'POST /v1/customFields': { id: 6 },
  };

  test('given a choice field, then it is created with its choices', async () => {
    const opened = open(<FieldsPage />, ANSWERS);
    await opened.user.click(await screen.findByRole('button', { name: 'Create field' }));
    await opened.user.type((await dialog()).getByLabelText(/^Label/), 'Heating');
    await opened.user.selectOptions((await dialog()).getByLabelText('Type'), 'One of several choices');
    await opened.user.type((await dialog()).getByLabelText(/^Choices/), 'Gas\nHeat pump');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Create field' }));
    await closed();
    expect(bodyOf(opened, 'POST')).toMatchObject({
      label: 'Heating',
      type: 'dropdown',
      choices: ['Gas', 'Heat pump'],
    });
  });

  test('given a field that a list uses, then the list is named and it is deleted only all the same', async () => {
    let refused = false;
    const opened = open(<FieldsPage />, {
      ...ANSWERS,
      'DELETE /v1/customFields/5': () => {
        if (refused) return {};
        refused = true;
        return Response.json(
          {
            errorCode: 'IN_USE',
            errorMessage: 'This field is in use.',
            problems: [
              { field: null, code: 'IN_USE', message: 'In use.', kind: 'smartLists', id: 3, name: 'Pet owners' },
            ],
          },
          { status: 409 },
        );
      },
    });
    await choose(opened, 'Pets', 'Delete');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Delete field' }));
    await screen.findByText('smart lists: Pet owners');
    await opened.user.click((await dialog()).getByRole('checkbox', { name: /^Delete it all the same/ }));
    await opened.user.click((await dialog()).getByRole('button', { name: 'Delete field' }));
    await closed();
    expect(opened.sent.at(-1)?.path ?? '').not.toBe('');
    expect(opened.sent.filter(({ method }) => method === 'DELETE').at(-1)?.path).toBe('/v1/customFields/5?force=true');
  });
});

describe('the teams, ponds and team inboxes', () => {
  test('given a new team, then it is created with its users and leaders (U13)', async () => {
    const opened = open(<TeamsPage />, { 'GET /v1/teams': createList('teams', []), 'POST /v1/teams': { id: 6 } });
    await opened.user.click(await screen.findByRole('button', { name: 'Create team' }));
    const fields = await dialog();
    await opened.user.type(fields.getByLabelText(/^Name/), ' North ');
    await opened.user.click(await fields.findByRole('checkbox', { name: 'Leo Marsh' }));
    await opened.user.click(fields.getAllByRole('checkbox', { name: 'Leo Marsh' }).at(-1)!);
    await opened.user.click(fields.getByRole('button', { name: 'Create team' }));
    await closed();
    expect(bodyOf(opened, 'POST')).toEqual({ name: 'North', userIds: [8], leaderIds: [8] });
  });

  test('given a pond, when a user is added, then only the users are sent (U13)', async () => {
    const pond = { id: 4, name: 'Old leads', userId: null, userIds: [8] };
    const opened = open(<PondsPage />, {
      'GET /v1/ponds': createList('ponds', [pond]),
      'GET /v1/ponds/4': () => tagged(pond),
      'PUT /v1/ponds/4': pond,
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Edit Old leads' }));
    await opened.user.click(await screen.findByRole('checkbox', { name: 'Ana Kowalski' }));
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await closed();
    expect(bodyOf(opened, 'PUT')).toEqual({ userIds: [8, 9] });
  });

  test('given an agent, then the team inboxes are shown and cannot be changed', async () => {
    const inbox = { id: 4, name: 'Front desk', users: [{ id: 8, name: 'Leo Marsh' }] };
    open(<TeamInboxesPage />, { 'GET /v1/teamInboxes': createList('teamInboxes', [inbox]) }, 'Agent');
    await screen.findByRole('row', { name: 'Front desk Leo Marsh' });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

describe('the groups', () => {
  test('given a group whose users claim, then it is created with its time and what happens otherwise', async () => {
    const opened = open(<GroupsPage />, {
      'GET /v1/groups': createList('groups', []),
      'GET /v1/ponds': createList('ponds', [{ id: 4, name: 'Old leads' }]),
      'POST /v1/groups': { id: 6 },
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Create group' }));
    const fields = await dialog();
    await opened.user.type(fields.getByLabelText(/^Name/), 'Weekend');
    await opened.user.selectOptions(fields.getByLabelText('Leads go to'), 'The first user who claims');
    await opened.user.type(fields.getByLabelText('Time to claim, minutes'), '15');
    await opened.user.selectOptions(fields.getByLabelText('If no user claims'), 'Old leads');
    await opened.user.click(await fields.findByRole('checkbox', { name: 'Leo Marsh' }));
    expect(fields.queryByRole('checkbox', { name: 'Len Lender' })).toBeNull();
    await opened.user.click(fields.getByRole('button', { name: 'Create group' }));
    await closed();
    expect(bodyOf(opened, 'POST')).toEqual({
      name: 'Weekend',
      userIds: [8],
      type: 'Agent',
      distribution: 'first-to-claim',
      claimWindow: 15,
      defaultUserId: null,
      defaultGroupId: null,
      defaultPondId: 4,
    });
  });
});

describe('the types and outcomes of appointments', () => {
  test('given a type, when it is deleted, then its appointments get another type', async () => {
    const opened = open(<AppointmentsPage />, {
      'GET /v1/appointmentTypes': createList('appointmentTypes', [
        { id: 1, name: 'Showing', orderWeight: 1000 },
        { id: 2, name: 'Call', orderWeight: 2000 },
      ]),
      'GET /v1/appointmentOutcomes': createList('appointmentOutcomes', []),
      'DELETE /v1/appointmentTypes/1': {},
    });
    await choose(opened, 'Showing', 'Delete');
    await opened.user.selectOptions((await dialog()).getByLabelText('Their new type'), 'Call');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Delete type' }));
    await closed();
    expect(opened.sent.find(({ method }) => method === 'DELETE')?.path).toBe('/v1/appointmentTypes/1?assignTypeId=2');
  });
});

describe('the sources of leads', () => {
  test('given a new address, then it is shown once', async () => {
    const opened = open(<LeadSourcesPage />, {
      'GET /v1/leadAddresses': createList('leadAddresses', []),
      'POST /v1/leadAddresses': { id: 1, name: 'Portal', address: 'leads+x@mail.example' },
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Create address' }));
    await opened.user.type((await dialog()).getByLabelText(/^Name/), 'Portal');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Create address' }));
    expect(await screen.findByLabelText('Address')).toHaveProperty('value', 'leads+x@mail.example');
  });

  test('given an account without a system, then the refusal is shown', async () => {
    const opened = open(<LeadSourcesPage />, {
      'GET /v1/leadAddresses': createList('leadAddresses', []),
      'POST /v1/leadAddresses': refuse(400, 'SYSTEM_REQUIRED', 'Send X-System and X-System-Key.'),
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Create address' }));
    await opened.user.type((await dialog()).getByLabelText(/^Name/), 'Portal');
    await opened.user.click((await dialog()).getByRole('button', { name: 'Create address' }));
    await screen.findByText('Send X-System and X-System-Key.');
  });
});
