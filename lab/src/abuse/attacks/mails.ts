import { createRecords, json, pickRecord, type Attack } from '../attack';
import { uniqueWord } from '../mutations';

/** The domain of mailboxes that never agreed to a mail; the sink counts its mails. */
export const VICTIM_DOMAIN = 'victim.example';
const VICTIMS = 40;
const STEPS = 5;
/** Victims to whom the plan is applied before the attack. */
const APPLIED = 10;
/** Plan mails per day of the attacking account, so low that also the short form reaches it. */
export const ATTACKER_PLAN_MAILS = 20;
/** The mailboxes that get plan mails. */
export const STRANGER = 'stranger.';

/** Mails to strangers: by plans, lead notifications, invitations and links for new passwords. */
export const MAIL_ATTACKS: readonly Attack[] = [
  {
    name: 'N5 mails to strangers',
    weakness: 'N5',
    short: true,
    prepare: async (send, world) => {
      await createRecords(send, world, 'templates', 1, () => ({
        method: 'POST',
        path: '/v1/templates',
        ...json({ name: `Spam ${world.run}`, subject: 'Buy now', body: '<h1>Buy now</h1>' }),
      }));
      const templateId = Number(world.records.get('templates')?.[0] ?? 1);
      await createRecords(send, world, 'plans', 1, () => ({
        method: 'POST',
        path: '/v1/actionPlans',
        ...json({
          name: `Spam ${world.run}`,
          steps: Array.from({ length: STEPS }, () => ({
            type: 'sendEmail',
            templateId,
            delay: { value: 0, unit: 'days' },
          })),
        }),
      }));
      await createRecords(send, world, 'victims', VICTIMS, (nth) => ({
        method: 'POST',
        path: '/v1/people',
        ...json({ firstName: 'Stranger', emails: [`${STRANGER}${nth}.${world.run}@${VICTIM_DOMAIN}`] }),
      }));
      // More mails than the quota of the account, however short the attack is.
      for (const personId of (world.records.get('victims') ?? []).slice(0, APPLIED).map(Number)) {
        const actionPlanId = Number(world.records.get('plans')?.[0] ?? 1);
        await send({ method: 'POST', path: '/v1/actionPlansPeople', ...json({ personId, actionPlanId }) });
      }
      await createRecords(send, world, 'squatted', 3, (nth) => ({
        method: 'POST',
        path: '/v1/users',
        ...json({
          firstName: 'Victim',
          lastName: 'User',
          email: `user.${nth}.${world.run}@${VICTIM_DOMAIN}`,
          role: 'Agent',
        }),
      }));
    },
    next: (random, world) => {
      const userId = Number(pickRecord(world, random, 'squatted'));
      return random.pick([
        () => ({
          method: 'POST' as const,
          path: '/v1/actionPlansPeople',
          ...json({
            personId: Number(pickRecord(world, random, 'victims')),
            actionPlanId: Number(pickRecord(world, random, 'plans')),
          }),
        }),
        () => ({
          method: 'POST' as const,
          path: '/v1/events',
          ...json({
            type: 'Registration',
            person: { emails: [`lead.${uniqueWord(random)}.${world.run}@example.com`], assignedUserId: userId },
          }),
        }),
        () => ({
          method: 'POST' as const,
          path: '/session/resetPassword',
          as: 'stranger' as const,
          ...json({ email: `user.0.${world.run}@${VICTIM_DOMAIN}` }),
        }),
        () => ({
          method: 'POST' as const,
          path: '/v1/users',
          ...json({
            firstName: 'Victim',
            lastName: 'User',
            email: `user.${Math.floor(random.next() * 3)}.${world.run}@${VICTIM_DOMAIN}`,
            role: 'Agent',
          }),
        }),
      ])();
    },
  },
];
