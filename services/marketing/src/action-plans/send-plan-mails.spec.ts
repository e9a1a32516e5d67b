import { captureLogger } from '@porchlight/testkit';
import type { PlanParts } from './plan-parts';
import { createPlanMailSender } from './send-plan-mails';
import type { PlanMail } from './plan-mails';

const buildMail = (nth: number): PlanMail => ({
  _id: `step-${nth}`,
  accountId: nth,
  personId: 1,
  appliedPlanId: 1,
  templateId: 1,
  userId: 1,
  state: 'Waiting',
  tries: 1,
  wakeAt: new Date(0),
});

describe('mails of plans', () => {
  it('are processed independently: a failure of one does not delay others', async () => {
    const mails = Array.from({ length: 8 }, (_, at) => buildMail(at + 1));
    const captured = captureLogger();
    const held = new Map<string, number>();
    const ports = {
      mails: {
        due: async () => mails,
        lease: async () => mails,
        again: async (id: string, _at: Date, tries: number) => void held.set(id, tries),
      },
      applied: {
        load: async ({ actor }: { actor: { accountId: number } }) => {
          if (actor.accountId === 1) throw new Error('away');
          return { status: 'Paused' };
        },
      },
      clock: { now: () => 0, date: () => new Date(0) },
      ids: { random: (bytes: number) => Buffer.alloc(bytes) },
      logger: captured.logger,
      intervalMs: 1_000,
    } as unknown as PlanParts;
    expect(await createPlanMailSender(ports).look(AbortSignal.timeout(1_000))).toBe(8);
    expect([...held.keys()]).toEqual(mails.slice(1).map(({ _id }) => _id));
    expect(captured.of('plan_mail.failed')).toMatchObject([{ stepId: 'step-1' }]);
  });
});
