import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi, refuse } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import PlanPage from './plan-page';

const PLAN = {
  id: 3,
  name: 'New buyer',
  status: 'Active',
  steps: [
    { type: 'sendEmail', templateId: 1, tags: [] },
    { type: 'addTags', tags: ['Drip'], delay: { value: 2, unit: 'days' } },
  ],
};

const ANSWERS = {
  'GET /v1/actionPlans/3': () => tagged(PLAN),
  'PUT /v1/actionPlans/3': PLAN,
  'GET /v1/templates': createList('templates', [{ id: 1, name: 'Welcome' }]),
  'GET /v1/stages': createList('stages', [{ id: 1, name: 'Lead' }]),
  'GET /v1/people': createList('people', [{ id: 10, name: 'Dora Engel' }]),
  'GET /v1/actionPlansPeople': createList('actionPlansPeople', [
    {
      id: 8,
      personId: 10,
      actionPlanId: 3,
      status: 'Running',
      created: '2026-01-02T00:00:00Z',
      nextStep: 2,
      nextStepAt: '2026-01-04T00:00:00Z',
      refusedSteps: [{ step: 1, type: 'changeStage', at: null, reason: 'The stage does not exist.' }],
      mails: [{ step: 0, templateId: 1, status: 'NotSent', reason: 'The person has no email address' }],
    },
  ]),
  'DELETE /v1/actionPlans/3': {},
  'PUT /v1/actionPlansPeople/8': { id: 8, status: 'Paused' },
  'POST /v1/actionPlansPeople/8/retry': { id: 8 },
  'DELETE /v1/actionPlansPeople/8': {},
};

describe('the page of an action plan', () => {
  const open = (answers: Parameters<typeof fakeApi>[0] = {}, at = '/plans/3', role: 'Owner' | 'Agent' = 'Owner') => {
    const sent = fakeApi({ ...ANSWERS, ...answers });
    return {
      sent,
      put: () => sent.find(({ method }) => method === 'PUT'),
      ...show(<PlanPage />, { at, path: '/plans/:id', role }),
    };
  };

  test('given a task is added, then the steps are sent with it and with the entity tag', async () => {
    const { user, put } = open();
    await user.click(await screen.findByRole('button', { name: 'Add step to steps' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Create task' }));
    await user.click(screen.getByRole('button', { name: 'Save plan' }));
    await screen.findByText('Enter what to do.');
    await user.type(screen.getByLabelText('Task'), 'Call back');
    await user.click(screen.getByRole('button', { name: 'Save plan' }));
    await waitFor(() => expect(put()).toBeDefined());
    expect(put()?.body).toEqual({
      steps: [
        { type: 'sendEmail', templateId: 1 },
        { type: 'addTags', tags: ['Drip'], delay: { value: 2, unit: 'days' } },
        { type: 'createTask', task: { name: 'Call back', type: 'Follow Up' } },
      ],
    });
    expect(put()?.headers.get('if-match')).toBe('"4"');
  });

  test('given a step is removed, then the others are sent', async () => {
    const { user, put } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove step 1' }));
    await user.click(screen.getByRole('button', { name: 'Save plan' }));
    await waitFor(() =>
      expect(put()?.body).toEqual({
        steps: [{ type: 'addTags', tags: ['Drip'], delay: { value: 2, unit: 'days' } }],
      }),
    );
  });

  test('given a refused step, then the words of the API are shown and the steps stay', async () => {
    const { user } = open({
      'PUT /v1/actionPlans/3': refuse(400, 'UNKNOWN_REFERENCE', "Field 'steps[0].templateId' refers to a template."),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove step 2' }));
    await user.click(screen.getByRole('button', { name: 'Save plan' }));
    const step = await screen.findByRole('group', { name: 'Step 1' });
    within(step).getByText("Field 'steps[0].templateId' refers to a template.");
    screen.getByText('Send email: Welcome');
  });

  test('given a person on the plan, then the next step and what failed are shown, and the plan can be paused', async () => {
    const { user, put } = open({}, '/plans/3?tab=people');
    const row = (await screen.findByRole('link', { name: 'Dora Engel' })).closest('tr')!;
    within(row).getByText('Step 2');
    within(row).getByText('Step 2: The stage does not exist.');
    within(row).getByText('Step 1: email not sent. The person has no email address');
    await user.click(within(row).getByRole('button', { name: 'Pause Dora Engel' }));
    await waitFor(() => expect(put()?.body).toEqual({ status: 'Paused' }));
  });

  test('given a failed step, when Retry is pressed, then that step runs again', async () => {
    const { user, sent } = open({}, '/plans/3?tab=people');
    await user.click(await screen.findByRole('button', { name: 'Retry step 2 of Dora Engel' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ step: 1 }));
  });

  test('given a person on the plan, when the removal is confirmed, then the person is removed', async () => {
    const { user, sent } = open({}, '/plans/3?tab=people');
    await user.click(await screen.findByRole('button', { name: 'Remove Dora Engel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove from plan' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe('/v1/actionPlansPeople/8'));
  });

  test('given a deletion is confirmed, then the list opens', async () => {
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete New buyer' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/plans'));
  });

  test('given a template that the user may not see, then the step says so instead of a number', async () => {
    open({ 'GET /v1/templates': createList('templates', []) }, '/plans/3', 'Agent');
    await screen.findByText('Send email: a template of another user');
  });

  test('given more templates than one request reads, then the name of a later one is shown', async () => {
    const pages = [createList('templates', [], 'more'), createList('templates', [{ id: 1, name: 'Welcome' }])];
    open({ 'GET /v1/templates': () => pages.shift() ?? createList('templates', []) }, '/plans/3', 'Agent');
    await screen.findByText('Send email: Welcome');
  });

  test('given an agent, then the steps are shown without an editor', async () => {
    open({}, '/plans/3', 'Agent');
    await screen.findByText('Send email: Welcome');
    expect(screen.queryByRole('button', { name: 'Save plan' })).toBeNull();
  });
});
