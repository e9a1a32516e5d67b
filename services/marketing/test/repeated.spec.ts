import { randomUUID } from 'node:crypto';
import { expectRefusal, loseAnswers } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const later = { type: 'addTags', tags: ['late'], delay: { value: 3, unit: 'days' } };
const keyed = () => ({ key: `key:1:${randomUUID()}`, fingerprint: 'POST' });

describe('given a process that ended between the write and the response, a repeated request', () => {
  it('returns the applied plan of the first attempt, and the plan is applied once', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    await account.people({ id: 1, viewers: [3] });
    const { id: planId } = await owner.createPlan({ name: 'P', steps: [later] });
    const idempotencyKey = keyed();
    const first = await owner.applyPlan(1, planId, {}, idempotencyKey);
    await loseAnswers(suite.uri, suite.database);
    expect(await owner.applyPlan(1, planId, {}, idempotencyKey)).toEqual(first);
    expect(await owner.applyPlan(1, planId, {}, idempotencyKey)).toEqual(first);
    expect((await owner.listApplied()).total).toBe(1);
    // Another idempotency key is a new request.
    await expectRefusal(owner.applyPlan(1, planId, {}, keyed()), 'CONFLICT');
  });
});
