import type { Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { eventually } from '@porchlight/testkit';
import type { PlanVersion } from '../src/action-plans/plan-versions';
import { sharePlanSteps } from '../src/migrations/marketing-migrations';
import type { AppliedPlanDocument } from '../src/action-plans/applied-plan';
import { useSuite } from './suite';

const suite = useSuite();
const NEVER = new AbortController().signal;
const PEOPLE = 20;
/** Most bytes of an applied plan of 100 steps; 500 of them are in the runner's memory at a time. */
const MAX_APPLIED_BYTES = 16_384;
const NOTE = 'n'.repeat(2_000);
const countBytes = (value: unknown): number => JSON.stringify(value).length;

let inside: Store;
beforeAll(async () => {
  inside = await openLoneStore({
    uri: suite.uri,
    database: suite.database,
    service: 'test',
    clock: { now: Date.now, date: () => new Date() },
  });
});
afterAll(() => inside?.stop(AbortSignal.timeout(5_000)));

const note = (nth: number, days: number) => ({
  type: 'addNote',
  note: { body: `${nth} ${NOTE}` },
  delay: { value: days, unit: 'days' },
});

describe('applied plans do not copy the texts of their plan (hardening C3)', () => {
  it('given a plan of 100 notes, when it is applied to many people, then its texts are stored once, and due steps contain them', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    await account.people(...Array.from({ length: PEOPLE }, (_, at) => ({ id: at + 1 })));
    const steps = Array.from({ length: 100 }, (_, nth) => note(nth, nth === 0 ? 0 : 9));
    const { id: planId } = await owner.createPlan({ name: 'P', steps });
    for (let personId = 1; personId <= PEOPLE; personId++) await owner.applyPlan(personId, planId);
    // What is applied stays as it was when the plan changes.
    await owner.updatePlan(planId, { steps: [] });
    const applied = await inside
      .collection<AppliedPlanDocument>('actionPlansPeople')
      .find({ accountId }, { limit: 100 });
    expect(applied).toHaveLength(PEOPLE);
    for (const plan of applied) expect(countBytes(plan)).toBeLessThan(MAX_APPLIED_BYTES);
    expect(await inside.collection<PlanVersion>('planVersions').count({ accountId })).toBe(1);
    const due = () => suite.collected.steps(accountId);
    await eventually(() => expect(due()).toHaveLength(PEOPLE));
    for (const step of due()) expect(step).toMatchObject({ type: 'addNote', note: { body: `0 ${NOTE}` } });
  });

  it('given an applied plan of the former layout, when the migration runs twice, then its steps move to the version and it runs on', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    await account.people({ id: 1 });
    const { id: planId } = await owner.createPlan({ name: 'P', steps: [note(0, 1), note(1, 1)] });
    const { id } = await owner.applyPlan(1, planId);
    const documents = inside.collection<AppliedPlanDocument>('actionPlansPeople');
    const [version] = await inside.collection<PlanVersion>('planVersions').find({ accountId }, { limit: 2 });
    await inside.collection('planVersions').deleteMany({ accountId });
    await documents.updateOne({ accountId, id }, { $set: { steps: version!.steps }, $unset: { stepsKey: 1 } });
    const context = { collection: inside.collection, signal: NEVER } as Parameters<typeof sharePlanSteps.batch>[0];
    expect((await sharePlanSteps.batch(context, undefined)).changed).toBe(1);
    expect((await sharePlanSteps.batch(context, undefined)).changed).toBe(0);
    const migrated = await documents.findOne({ accountId, id });
    expect(migrated!.steps[0]).not.toHaveProperty('note');
    await documents.updateOne(
      { accountId, id },
      { $set: { wakeAt: new Date(), created: new Date(Date.now() - 2 * 86_400_000) } },
    );
    const bodies = () => suite.collected.steps(accountId).map((step) => step['note'].body as string);
    await eventually(() => expect(bodies()).toEqual([`0 ${NOTE}`, `1 ${NOTE}`]));
    await eventually(async () => expect((await owner.getApplied(id)).status).toBe('Completed'));
  });

  it('given steps above the limit of texts, when a plan is created, then the error names field, sent bytes and limit', async () => {
    const { owner } = await suite.newAccount();
    const steps = Array.from({ length: 10 }, () => ({ type: 'addNote', note: { body: 'n'.repeat(60_000) } }));
    await expect(owner.createPlan({ name: 'P', steps })).rejects.toThrow(
      /'steps' holds 60\d{4} bytes; the limit is 262144 bytes\. Shorten the notes/,
    );
  });
});
