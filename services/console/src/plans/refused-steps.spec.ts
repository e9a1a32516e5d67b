import { PorchlightError } from '@porchlight/sdk';
import { findRefusedSteps } from './refused-steps';
import { createStep } from './step-values';

const refusal = (message: string): PorchlightError =>
  new PorchlightError(message, { reason: 'UNKNOWN_REFERENCE', status: 400 });

describe('a refusal beside its step', () => {
  const inner = createStep('sendEmail');
  const branch = { ...createStep('branch'), then: [inner] };
  const steps = [createStep('addTags'), branch];

  test.each([
    ['a field of a step', "Field 'steps[0].tags' is empty.", steps[0]!.key],
    ['a step of a branch', "Field 'steps[1].then[0].templateId' refers to a template.", inner.key],
    ['the conditions of a branch', "Field 'steps[1].conditions' has an unknown filter.", branch.key],
  ])('given %s, then the message is at that step alone', (_what, message, key) => {
    expect(findRefusedSteps(refusal(message), steps)).toEqual({ [key]: message });
  });

  test('given a refusal of another field, or none, then no step has it', () => {
    expect(findRefusedSteps(refusal("Field 'name' is too long."), steps)).toEqual({});
    expect(findRefusedSteps(null, steps)).toEqual({});
  });
});
