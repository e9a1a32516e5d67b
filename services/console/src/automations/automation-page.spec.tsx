import { screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { tagged } from '../../test/person-answers';
import { show } from '../../test/show';
import AutomationPage from './automation-page';
import { formatStepPath } from './run-log';

const AUTOMATION = {
  id: 6,
  name: 'Hot leads',
  status: 'Active',
  trigger: { type: 'tagAdded', tag: 'Hot' },
  conditions: { stage: ['Lead'] },
  steps: [{ type: 'addTags', tags: ['Seen'], then: [], else: [] }],
};

const ANSWERS = {
  'GET /v1/automations/6': () => tagged(AUTOMATION),
  'PUT /v1/automations/6': AUTOMATION,
  'POST /v1/automations': { ...AUTOMATION, id: 7 },
  'GET /v1/templates': createList('templates', []),
  'GET /v1/stages': createList('stages', [{ id: 1, name: 'Lead' }]),
  'GET /v1/pipelines': createList('pipelines', [{ id: 1, name: 'Buyers', stages: [{ id: 9, name: 'Offer' }] }]),
  'GET /v1/users': createList('users', []),
  'GET /v1/ponds': createList('ponds', []),
  'GET /v1/timeframes': createList('timeframes', []),
  'GET /v1/people': createList('people', [{ id: 10, name: 'Dora Engel' }]),
  'GET /v1/automationsPeople': createList('automationsPeople', [
    {
      id: 2,
      personId: 10,
      automationId: 6,
      status: 'Paused',
      created: '2026-01-02T00:00:00Z',
      log: [
        { at: '2026-01-02T00:00:00Z', step: null, type: null, text: 'Started by the tag Hot.' },
        { at: '2026-01-02T00:00:01Z', step: 'steps[0]', type: 'addTags', text: 'Added the tags.' },
        { at: '2026-01-02T00:00:02Z', step: 'steps[1]', type: 'changeStage', text: 'No such stage.', canRetry: true },
      ],
    },
  ]),
  'PUT /v1/automationsPeople/2': { id: 2, status: 'Running' },
  'POST /v1/automationsPeople/2/retry': { id: 2 },
};

describe('the page of an automation', () => {
  const open = (at = '/automations/6') => {
    const sent = fakeApi(ANSWERS);
    return {
      find: (verb: string) => sent.find(({ method }) => method === verb),
      ...show(<AutomationPage />, { at, path: '/automations/:id' }),
    };
  };

  test('given a new trigger, then only the trigger is sent, with the entity tag', async () => {
    const { user, find } = open();
    await user.selectOptions(await screen.findByLabelText('Starts when'), 'dealStageChanged');
    await user.selectOptions(
      screen.getByLabelText('Stage of the deal'),
      await screen.findByRole('option', { name: 'Offer' }),
    );
    await user.click(screen.getByRole('button', { name: 'Save automation' }));
    await waitFor(() => expect(find('PUT')?.body).toEqual({ trigger: { type: 'dealStageChanged', dealStageId: 9 } }));
    expect(find('PUT')?.headers.get('if-match')).toBe('"4"');
  });

  test('given a branch, then its conditions and steps are sent', async () => {
    const { user, find } = open();
    await user.click(await screen.findByRole('button', { name: 'Add step to steps' }));
    await user.click(await screen.findByRole('menuitem', { name: 'If … then … else' }));
    const branch = await screen.findByRole('group', { name: 'Step 2' });
    await user.click(within(branch).getByRole('button', { name: 'Add filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Tag' }));
    await user.type(within(branch).getByRole('textbox', { name: 'Tag' }), 'VIP{Enter}');
    await user.click(within(branch).getByRole('button', { name: 'Add step to steps, then' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Add tags' }));
    await user.type(within(branch).getByLabelText('Tags', { selector: 'input' }), 'Call{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save automation' }));
    await waitFor(() =>
      expect(find('PUT')?.body).toEqual({
        steps: [
          { type: 'addTags', tags: ['Seen'] },
          { type: 'branch', conditions: { tags: ['VIP'] }, then: [{ type: 'addTags', tags: ['Call'] }] },
        ],
      }),
    );
  });

  test('given a condition is removed, then the automation runs for all', async () => {
    const { user, find } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove filter Stage: Lead' }));
    await user.click(screen.getByRole('button', { name: 'Save automation' }));
    await waitFor(() => expect(find('PUT')?.body).toEqual({ conditions: null }));
  });

  test('given an active automation, when it is disabled, then only the status is sent', async () => {
    const { user, find } = open();
    await user.click(await screen.findByRole('button', { name: 'Disable Hot leads' }));
    await waitFor(() => expect(find('PUT')?.body).toEqual({ status: 'Disabled' }));
  });

  test('given a failed step of a run, when Retry is pressed in its log, then that step runs again', async () => {
    const { user, find } = open('/automations/6?tab=runs');
    await user.click(await screen.findByRole('button', { name: 'Log of Dora Engel' }));
    await user.click(await screen.findByRole('button', { name: 'Retry Step 2' }));
    await waitFor(() => expect(find('POST')?.body).toEqual({ step: 'steps[1]' }));
  });

  test('given a run, then its log can be read and the run continues', async () => {
    const { user, find } = open('/automations/6?tab=runs');
    await user.click(await screen.findByRole('button', { name: 'Log of Dora Engel' }));
    const log = await screen.findByRole('dialog');
    within(log).getByText('Started by the tag Hot.');
    within(log).getByText(/Step 1 · Add tags/);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Continue Dora Engel' }));
    await waitFor(() => expect(find('PUT')?.body).toEqual({ status: 'Running' }));
  });

  test('given a new automation, then it is created and its page opens', async () => {
    const { user, find, address } = open('/automations/new');
    await user.type(await screen.findByLabelText('Name'), 'No reply');
    await user.selectOptions(screen.getByLabelText('Starts when'), 'noReplyFor');
    await user.click(screen.getByRole('button', { name: 'Create automation' }));
    await waitFor(() => expect(address()).toBe('/automations/7'));
    expect(find('POST')?.body).toEqual({
      name: 'No reply',
      trigger: { type: 'noReplyFor', noReplyFor: { value: 2, unit: 'hours' } },
      conditions: null,
      steps: [],
    });
  });
});

test('given the path of a step in a branch, then it is in words', () => {
  expect(formatStepPath('steps[1].then[0]')).toBe('Step 2, then 1');
  expect(formatStepPath(null)).toBe('');
});
