import { computeDueAt, paused, resumed, formatStepId, computeWakeAt, type AppliedPlanDocument } from './applied-plan';
import { computeDelay, keepSteps, findStepProblems, showSteps } from './plan-steps';

const step = (value: number, unit: string) => ({ delay: { value, unit }, type: 'addTags', tags: ['x'] });
const created = new Date('2026-03-28T12:00:00Z');
const plan: AppliedPlanDocument = {
  _id: 1,
  accountId: 7,
  id: 9,
  created,
  updated: created,
  version: 1,
  personId: 1,
  actionPlanId: 2,
  status: 'Running',
  userId: 0,
  steps: [step(30, 'minutes'), step(1, 'hours'), step(2, 'days')],
  next: 1,
  pausedMs: 0,
  viewers: [],
  wakeAt: new Date('2026-03-28T13:00:00Z'),
  leaseBy: 'token',
};
const at = (text: string) => new Date(`2026-${text}:00Z`);

it('counts delays from the application of the plan; no step is due before its predecessor', () => {
  expect([0, 1, 2].map((index) => new Date(computeDueAt(plan, index)).toISOString())).toEqual([
    '2026-03-28T12:30:00.000Z',
    '2026-03-28T13:00:00.000Z',
    // A day has 24 hours, also when the clocks change.
    '2026-03-30T12:00:00.000Z',
  ]);
  expect(computeDelay([step(2, 'days'), step(1, 'minutes')], 1)).toBe(2 * 86_400_000);
  expect(computeWakeAt(plan, 3)).toBeUndefined();
  expect(formatStepId(plan, 2)).toBe('7:9:2');
});

it('given a pause, then no step is due; a second pause has no effect', () => {
  const held = paused(plan, at('03-28T12:40'));
  expect(held).toMatchObject({ status: 'Paused', pausedAt: at('03-28T12:40'), next: 1 });
  expect(held).not.toHaveProperty('wakeAt');
  expect(paused(held, at('03-28T12:50'))).toBe(held);
});

it('resumes with the rest of the delay, also a second time', () => {
  const once = resumed(paused(plan, at('03-28T12:40')), at('04-01T12:40'));
  expect(once).toMatchObject({ status: 'Running', wakeAt: at('04-01T13:00'), resumedAt: at('04-01T12:40') });
  expect(once).not.toHaveProperty('pausedAt');
  // The process that ran its steps when it was paused has released it.
  expect(once).not.toHaveProperty('leaseBy');
  const twice = resumed(paused(once, at('04-01T12:50')), at('04-01T13:50'));
  expect(twice.wakeAt).toEqual(at('04-01T14:00'));
  expect(resumed(twice, at('05-01T00:00'))).toBe(twice);
  // A clock that was set back subtracts nothing.
  expect(resumed(paused(plan, at('03-28T12:40')), at('03-28T12:00')).wakeAt).toEqual(plan.wakeAt);
});

it('given a pause during the last step, then the plan only has to be completed', () => {
  const held = { ...paused(plan, at('03-30T12:00')), next: 3 };
  expect(resumed(held, at('04-02T00:00')).wakeAt).toEqual(at('04-02T00:00'));
  expect(resumed({ ...held, steps: [], next: 0 }, at('04-02T00:00'))).not.toHaveProperty('wakeAt');
});

it('stores and returns steps as sent', () => {
  const cases = [
    { type: 'addNote', note: { body: 'B' }, tags: [] },
    { type: 'createTask', task: { name: 'T', type: 'Call' }, tags: [], delay: { value: 3, unit: 'days' } },
  ];
  expect(findStepProblems(cases)).toEqual([]);
  expect(showSteps(keepSteps(cases))).toEqual([{ ...cases[0], delay: { value: 0, unit: 'minutes' } }, cases[1]]);
  expect(findStepProblems([{ type: 'dance', tags: [] }])).toHaveLength(1);
});
