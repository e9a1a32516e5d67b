import { isDeepStrictEqual } from 'node:util';
import { isExisting } from '@porchlight/backend';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { AppliedPlanDocument } from './applied-plan';
import { takeSlot } from './apply-plan';
import { findSurvivor, countOnce, countSentMail } from '../email-events';
import type { PlanParts } from './plan-parts';

/** Largest number of applied plans of a person. */
const MAX_APPLIED = 5_000;
const MAX_MAILS = 5_000;
const CONCURRENCY = 8;

/**
 * Updates the applied plans of a person: deletes them, moves them to the survivor, or updates their viewers. Reads the
 * current state, so repeats and old changes are harmless. Fires no webhook.
 */
export const followPlans =
  (ports: PlanParts) =>
  async (accountId: number, personId: number, signal: AbortSignal): Promise<void> => {
    const { people, applied, mails } = ports;
    const call = systemCall(accountId, signal);
    const [copy] = await people.withDeleted(accountId, [personId]);
    if (!copy) return;
    if (isExisting(copy)) {
      const stale = (await applied.findBy(call, 'personId', personId, MAX_APPLIED)).filter(
        ({ viewers }) => !isDeepStrictEqual(viewers, copy.viewers),
      );
      await each(stale, ({ id }) =>
        applied.modify(call, id, (before) => ({ ...before, viewers: copy.viewers }), { silent: true }),
      );
      return;
    }
    if (copy.mergedInto !== undefined) await moveTo(ports, call, personId, copy.mergedInto);
    await applied.purge(call, { personId });
    await mails.forget(accountId, personId);
  };

const each = (plans: readonly AppliedPlanDocument[], change: (plan: AppliedPlanDocument) => Promise<unknown>) =>
  mapBounded(plans, CONCURRENCY, (plan) => unlessGone(change(plan)));

/** If both people have the same running plan, the survivor's continues and the other one is deleted. */
const moveTo = async (ports: PlanParts, call: StoreCall, personId: number, into: number): Promise<void> => {
  const { people, applied, mails } = ports;
  const { accountId } = call.actor;
  const survivor = await findSurvivor(ports, accountId, into);
  if (survivor === undefined || survivor === personId) return;
  const viewers = (await people.byId(accountId, survivor))?.viewers ?? [];
  await each(await applied.findBy(call, 'personId', personId, MAX_APPLIED), async (plan) => {
    if (plan.status !== 'Completed' && !(await takeSlot(ports, call, { ...plan, personId: survivor }))) return;
    await applied.modify(call, plan.id, (before) => ({ ...before, personId: survivor, viewers }), { silent: true });
  });
  const all = await mails.ofPerson(accountId, personId, MAX_MAILS);
  const sent = all.flatMap((mail) => (mail.state === 'Sent' ? [{ ...mail, personId: survivor }] : []));
  for (const mail of sent) if (!mail.recorded) await countSentMail(ports, mail);
  await mails.moveTo(
    all.map(({ _id }) => _id),
    survivor,
  );
  for (const mail of sent) if (mail.recorded) await countOnce(ports, mail);
};
