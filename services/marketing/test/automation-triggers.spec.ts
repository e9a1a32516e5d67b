import { eventually } from '@porchlight/testkit';
import { logOf, useAutomationSuite } from './automation-suite';

const HOUR = 3_600_000;
const suite = useAutomationSuite();
const tag = (...tags: string[]) => ({ type: 'addTags', tags });
const nobody = (account: { runs(): Promise<unknown[]> }) => async () => expect(await account.runs()).toEqual([]);

/** An account with person 1. */
const newAccount = async () => {
  const account = await suite.newAccount();
  await account.people({ id: 1, viewers: [1] });
  return account;
};

describe('D12.5 triggers', () => {
  it('given a new lead that is delivered twice, then the automation runs once', async () => {
    const account = await newAccount();
    await account.automate({ type: 'leadCreated' }, [tag('Welcome')]);
    await account.lead(5, 1, 0, { actionPlanId: undefined });
    await account.finished(1);
    await account.lead(5, 1, 0, { actionPlanId: undefined });
    await account.lead(6, 1, 0, { actionPlanId: undefined });
    await account.finished(2);
    expect(suite.steps(account.accountId)).toHaveLength(2);
  });

  it('given a stage, then only changes to this stage start the automation', async () => {
    const account = await newAccount();
    await account.automate({ type: 'stageChanged', stage: 'Closed' }, [tag('Done')]);
    await account.staged(1, 'Lead');
    await account.staged(1, 'closed');
    const [run] = await account.finished(1);
    expect(logOf(run!)[0]).toBe('Started by the stage closed.');
  });

  it('given a tag, then only this tag starts the automation', async () => {
    const account = await newAccount();
    await account.automate({ type: 'tagAdded', tag: 'Hot' }, [tag('Done')]);
    await account.tagged(1, ['Cold']);
    await account.tagged(1, ['Warm', 'hot']);
    const [run] = await account.finished(1);
    expect(logOf(run!)[0]).toBe('Started by the tag Warm, hot.');
  });

  it('given a type of event, then only events of this type start the automation', async () => {
    const account = await newAccount();
    await account.automate({ type: 'eventReceived', eventType: 'Registration' }, [tag('Done')]);
    await account.lead(5, 1, 0, { type: 'Viewed Page', isNew: false, actionPlanId: undefined });
    await account.lead(6, 1, 0, { type: 'Registration', isNew: false, actionPlanId: undefined });
    const [run] = await account.finished(1);
    expect(logOf(run!)[0]).toBe('Started by the event Registration.');
  });

  it('given a stage of deals, then each person of a deal that reaches it gets a run', async () => {
    const account = await newAccount();
    await account.people({ id: 2, viewers: [1] });
    await account.automate({ type: 'dealStageChanged', dealStageId: 4 }, [tag('Done')]);
    await account.dealMoved([1, 2], 3);
    await account.dealMoved([1, 2], 4);
    const runs = await account.finished(2);
    expect(runs.map(({ personId }) => personId).sort()).toEqual([1, 2]);
  });

  it('given conditions, then only people who meet them get a run', async () => {
    const account = await newAccount();
    const { accountId } = account;
    await account.people({ id: 2, viewers: [1] });
    suite.originals.set(accountId, { id: 1, tags: ['Buyer'] });
    suite.originals.set(accountId, { id: 2, tags: [] });
    await account.automate({ type: 'stageChanged' }, [tag('Done')], { conditions: { tags: 'Buyer' } });
    await account.staged(2, 'Lead');
    await account.staged(1, 'Lead');
    const [run] = await account.finished(1);
    expect(run).toMatchObject({ personId: 1 });
  });

  it('given a disabled automation, then nothing starts', async () => {
    const account = await newAccount();
    const trigger = { type: 'stageChanged' };
    await account.automate(trigger, [tag('Off')], { status: 'Disabled' });
    const active = await account.automate(trigger, [tag('On')]);
    await account.staged(1, 'Lead');
    const [run] = await account.finished(1);
    expect(run).toMatchObject({ automationId: active });
  });
});

describe('D12.5 noReplyFor', () => {
  const trigger = { type: 'noReplyFor', noReplyFor: { value: 2, unit: 'hours' } };

  it('given no reply within the time, then the automation starts, counted from the last message', async () => {
    const account = await newAccount();
    suite.originals.set(account.accountId, { id: 1 });
    await account.automate(trigger, [tag('Call now')]);
    await account.texted(1, suite.clock.date());
    suite.travel(HOUR);
    await account.texted(1, suite.clock.date());
    suite.travel(HOUR + 60_000);
    await account.known(1);
    await nobody(account)();
    suite.travel(HOUR);
    const [run] = await account.finished(1);
    expect(logOf(run!)[0]).toBe('Started because no user replied for 2 hours.');
  });

  type Opened = Awaited<ReturnType<typeof newAccount>>;
  it.each<[string, (account: Opened, at: Date) => Promise<unknown>]>([
    ['an incoming call', (account, at) => account.called(1, at)],
    ['an incoming email', (account, at) => account.emailed(1, at, 'Received')],
    ['an inquiry', (account) => account.lead(5, 1, 0, { type: 'General Inquiry', actionPlanId: undefined })],
  ])('given %s without a reply, then the automation starts', async (_what, happen) => {
    const account = await newAccount();
    suite.originals.set(account.accountId, { id: 1 });
    await account.automate(trigger, [tag('Call now')]);
    await happen(account, suite.clock.date());
    suite.travel(3 * HOUR);
    expect(await account.finished(1)).toMatchObject([{ personId: 1 }]);
  });

  it.each<[string, (account: Opened, at: Date) => Promise<unknown>]>([
    ['an outgoing call', (account, at) => account.called(1, at, false)],
    ['a mail whose sender nothing proves', (account, at) => account.emailed(1, at, 'Unverified')],
  ])('given %s, then it is no message of the person', async (_what, happen) => {
    const account = await newAccount();
    await account.people({ id: 2, viewers: [1] });
    suite.originals.set(account.accountId, { id: 1 });
    suite.originals.set(account.accountId, { id: 2 });
    await account.automate(trigger, [tag('Call now')]);
    await happen(account, suite.clock.date());
    await account.called(2, suite.clock.date());
    suite.travel(3 * HOUR);
    expect(await account.finished(1)).toMatchObject([{ personId: 2 }]);
  });

  it('given a reply after the last message, then nothing starts', async () => {
    const account = await newAccount();
    await account.people({ id: 2, viewers: [1] });
    await account.automate(trigger, [tag('Call now')]);
    const at = suite.clock.date();
    suite.originals.set(account.accountId, { id: 1, lastSentText: new Date(at.getTime() + 60_000) });
    suite.originals.set(account.accountId, { id: 2, lastSentText: new Date(at.getTime() - 60_000) });
    await account.texted(1, at);
    await account.texted(2, at);
    await account.known(2);
    suite.travel(3 * HOUR);
    const [run] = await account.finished(1);
    expect(run).toMatchObject({ personId: 2 });
  });
});

describe('D12.5 waits and branches', () => {
  const wait = { type: 'waitFor', event: 'reply', timeout: { value: 1, unit: 'days' } };

  it('given a reply, then the wait ends and the log says so', async () => {
    const account = await newAccount();
    await account.automate({ type: 'stageChanged' }, [wait, tag('After')]);
    await account.staged(1, 'Lead');
    await eventually(async () => expect(logOf((await account.runs())[0]!)).toHaveLength(2));
    await account.texted(1, suite.clock.date(), false);
    await account.texted(1, suite.clock.date());
    const [run] = await account.finished(1);
    expect(logOf(run!).slice(2)).toEqual(['The person replied.', 'The tags are added.']);
  });

  it('given mails, then one with a proven sender ends the wait and an unverified one does not', async () => {
    const account = await newAccount();
    await account.automate({ type: 'stageChanged' }, [wait, tag('After')]);
    await account.staged(1, 'Lead');
    await eventually(async () => expect(logOf((await account.runs())[0]!)).toHaveLength(2));
    await account.emailed(1, suite.clock.date(), 'Unverified');
    await account.known(1);
    expect(await account.runs('status=Completed')).toEqual([]);
    await account.emailed(1, suite.clock.date(), 'Received');
    const [run] = await account.finished(1);
    expect(logOf(run!)[2]).toBe('The person replied.');
  });

  it('given no reply, then the wait ends after its time', async () => {
    const account = await newAccount();
    await account.automate({ type: 'stageChanged' }, [wait, tag('After')]);
    await account.staged(1, 'Lead');
    await eventually(async () => expect(logOf((await account.runs())[0]!)).toHaveLength(2));
    suite.travel(24 * HOUR);
    const [run] = await account.finished(1);
    expect(logOf(run!).slice(2)).toEqual(['The time ran out.', 'The tags are added.']);
  });

  it('given a branch, then only the side that the conditions choose runs', async () => {
    const account = await newAccount();
    const { accountId } = account;
    await account.people({ id: 2, viewers: [1] });
    suite.originals.set(accountId, { id: 1, tags: ['Buyer'] });
    suite.originals.set(accountId, { id: 2, tags: [] });
    const branch = { type: 'branch', conditions: { tags: 'Buyer' }, then: [tag('Met')], else: [tag('Unmet')] };
    await account.automate({ type: 'stageChanged' }, [branch, tag('Both')]);
    await account.staged(1, 'Lead');
    await account.staged(2, 'Lead');
    await eventually(() => expect(suite.steps(accountId)).toHaveLength(4));
    const tagsOf = (id: number) =>
      suite
        .steps(accountId)
        .filter(({ personId }) => personId === id)
        .flatMap(({ tags }) => tags);
    expect(tagsOf(1)).toEqual(['Met', 'Both']);
    expect(tagsOf(2)).toEqual(['Unmet', 'Both']);
  });

  it('given a branch behind a step, then it is decided when the step has had its effect', async () => {
    const account = await newAccount();
    suite.originals.set(account.accountId, { id: 1, tags: [] });
    const branch = { type: 'branch', conditions: { tags: 'New' }, then: [tag('Met')], else: [tag('Unmet')] };
    await account.automate({ type: 'stageChanged' }, [tag('New'), branch]);
    await account.staged(1, 'Lead');
    await eventually(() => expect(suite.steps(account.accountId)).toHaveLength(1));
    suite.originals.set(account.accountId, { id: 1, tags: ['New'] });
    suite.travel(5_000);
    const [run] = await account.finished(1);
    expect(logOf(run!).at(-2)).toBe('The conditions are met.');
  });
});

describe('D12.5 chains', () => {
  it('given automations that start each other, then the sixth link does not start and the log names it', async () => {
    const account = await newAccount();
    const { accountId } = account;
    const automationId = await account.automate({ type: 'tagAdded', tag: 'Loop' }, [tag('Loop')], { name: 'Loop' });
    await account.tagged(1, ['Loop']);
    for (let link = 1; link <= 6; link++) {
      await account.finished(link);
      await account.tagged(1, ['Loop'], { cause: `${accountId}:a${link}:0` });
    }
    await eventually(async () =>
      expect(logOf((await account.runs()).at(-1)!).at(-1)).toBe(
        "The automation 'Loop' did not start: its chain has 5 automations, the limit.",
      ),
    );
    expect((await account.runs()).map((run) => run['automationId'])).toEqual(Array(6).fill(automationId));
  });

  it('given 21 triggers for a person on a day, then 20 runs start and the log of the last one names the rest', async () => {
    const account = await newAccount();
    await account.automate({ type: 'stageChanged' }, [], { name: 'Each stage' });
    for (let nth = 0; nth < 21; nth++) await account.staged(1, `Stage ${nth}`);
    await account.finished(20);
    await eventually(async () =>
      expect(logOf((await account.runs()).at(-1)!).at(-1)).toBe(
        "The automation 'Each stage' did not start: triggers have started 20 runs for the person today, the limit.",
      ),
    );
    expect(await account.runs()).toHaveLength(20);
  });
});

describe('D12.5 mails', () => {
  const newMailAccount = async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, viewers: [1], emails: ['ann@example.org'] });
    const template = { name: 'T', subject: 'S', body: 'B', isShared: true };
    const { id: templateId } = await account.owner.createTemplate(template);
    await account.automate({ type: 'stageChanged' }, [{ type: 'sendEmail', templateId }]);
    return account;
  };
  const mailOf = async (account: { runs(): Promise<{ [key: string]: any }[]> }) =>
    (await account.runs())[0]?.['log'][1];

  it('given a step that sends a mail, then the log says that it was sent', async () => {
    const account = await newMailAccount();
    await account.staged(1, 'Lead');
    await eventually(async () =>
      expect(await mailOf(account)).toMatchObject({ type: 'sendEmail', mailStatus: 'Sent' }),
    );
  });

  it('given an attempt whose acceptance is unknown, then the mail is not sent again and is shown as Unknown', async () => {
    const account = await newMailAccount();
    const sent = suite.mailer.mails.length;
    suite.mailer.failNext({ sent: false, reason: 'The server took too long', permanent: false, uncertain: true });
    await account.staged(1, 'Lead');
    await eventually(async () => expect(await mailOf(account)).toMatchObject({ mailStatus: 'Unknown' }));
    suite.travel(24 * HOUR);
    await account.known(1);
    expect(suite.mailer.mails).toHaveLength(sent);
  });

  it('given a suppressed address, then the mail is not sent and the log has the reason', async () => {
    const account = await newMailAccount();
    await account.owner.suppress({ address: 'ann@example.org' });
    await account.staged(1, 'Lead');
    await eventually(async () =>
      expect(await mailOf(account)).toMatchObject({
        mailStatus: 'NotSent',
        text: 'The mail was not sent. The person has unsubscribed.',
      }),
    );
  });
});

describe('D12.5 people', () => {
  it('given a merge, then the runs move to the survivor', async () => {
    const account = await newAccount();
    await account.people({ id: 2, viewers: [1] });
    await account.automate({ type: 'stageChanged' }, [{ ...tag('Later'), delay: { value: 1, unit: 'days' } }]);
    await account.staged(2, 'Lead');
    await account.finished(1, 'Running');
    await account.merge(2, 1);
    await account.forget(2);
    await eventually(async () => expect((await account.runs()).map(({ personId }) => personId)).toEqual([1]));
  });

  it('given a deleted person, then the runs are deleted', async () => {
    const account = await newAccount();
    await account.automate({ type: 'stageChanged' }, [tag('Done')]);
    await account.staged(1, 'Lead');
    await account.finished(1);
    await account.forget(1);
    await eventually(nobody(account));
  });

  it('given a step that the people service refused, then the log has the reason once', async () => {
    const account = await newAccount();
    await account.automate({ type: 'tagAdded' }, [{ type: 'changeStage', stage: 'Lead' }]);
    await account.tagged(1, ['x']);
    const [run] = await account.finished(1);
    const stepId = `${account.accountId}:a${run!['id']}:0`;
    for (let time = 0; time < 2; time++) await account.refused(stepId, 'The stage does not exist.');
    await account.known(1);
    await eventually(async () =>
      expect(logOf((await account.runs())[0]!).slice(2)).toEqual(['The stage does not exist.']),
    );
  });
});
