import { createStep, findStepProblems, formatDuration, toApiSteps, toStepValues, type ApiStep } from './step-values';

const TREE = [
  { type: 'waitFor', event: 'reply', timeout: { value: 2, unit: 'days' } },
  {
    type: 'branch',
    conditions: { tags: ['Hot'] },
    then: [{ type: 'addTags', tags: ['x'] }],
    else: [{ type: 'addNote', note: { subject: 'S', body: 'B' } }],
  },
];

describe('steps in a form', () => {
  test('given waits and branches, then a form sends what it read', () => {
    expect(toApiSteps(toStepValues(TREE as unknown as ApiStep[]))).toEqual(TREE);
  });

  test('given the empty lists that the API adds, then they are not sent', () => {
    const step = { type: 'changeStage', stage: 'Lead', tags: [], then: [], else: [] };
    expect(toApiSteps(toStepValues([step as unknown as ApiStep]))).toEqual([{ type: 'changeStage', stage: 'Lead' }]);
  });

  test('given a step of a branch that is not complete, then it is named', () => {
    const inner = createStep('sendEmail');
    const branch = { ...createStep('branch'), conditions: { tags: 'Hot' }, then: [inner] };
    expect(findStepProblems([branch])).toEqual({ [inner.key]: 'Choose a template.' });
  });

  test('given a wait that is no number, then the step is named', () => {
    const step = { ...createStep('changeStage'), stage: 'Lead', delay: { value: 'two', unit: 'days' } };
    expect(findStepProblems([step])).toEqual({ [step.key]: 'Enter a whole number for the wait.' });
  });

  test('given one of a unit, then it is in the singular', () => {
    expect(formatDuration({ value: '1', unit: 'hours' })).toBe('1 hour');
    expect(formatDuration({ value: 3, unit: 'days' })).toBe('3 days');
  });
});
