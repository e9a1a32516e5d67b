import { templates } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { eventually, expectRefusal, measureCpu } from '@porchlight/testkit';
import { personMessage } from './marketing-service';
import { useSuite } from './suite';

const suite = useSuite();

const plain = { name: 'Welcome', subject: 'Hello', body: '<p>Hi</p>' };

describe('templates', () => {
  it('are created, read, updated and deleted according to roles', async () => {
    const { owner, broker, agent, agent2, lender } = await suite.newAccount();
    const ownTemplate = await agent.createTemplate(plain);
    expect(ownTemplate).toMatchObject({
      ...plain,
      createdById: 3,
      updatedById: 3,
      isShared: false,
      isMobile: 0,
      isEditable: true,
      isDeletable: true,
      actionPlans: [],
    });
    expect((await owner.getTemplate(ownTemplate['id']))['isEditable']).toBe(true);
    for (const other of [broker, agent2]) {
      await expectRefusal(other.getTemplate(ownTemplate['id']), 'NOT_FOUND');
      await expectRefusal(other.updateTemplate(ownTemplate['id'], { name: 'Mine' }), 'NOT_FOUND');
      await expectRefusal(other.deleteTemplate(ownTemplate['id']), 'NOT_FOUND');
    }

    const shared = await agent.createTemplate({ ...plain, name: 'Shared', isShared: true });
    expect(await agent2.getTemplate(shared['id'])).toMatchObject({ isEditable: false, isDeletable: false });
    expect(await broker.getTemplate(shared['id'])).toMatchObject({ isEditable: true, isDeletable: true });
    await expectRefusal(agent2.updateTemplate(shared['id'], { name: 'Mine' }), 'FORBIDDEN');
    await expectRefusal(agent2.deleteTemplate(shared['id']), 'FORBIDDEN');
    expect(await broker.updateTemplate(shared['id'], { subject: 'Changed' })).toMatchObject({
      subject: 'Changed',
      name: 'Shared',
      createdById: 3,
      updatedById: 2,
    });
    // Lenders read shared templates (decisions sections 3 and 11).
    expect((await lender.listTemplates()).templates.map(({ id }) => id)).toEqual([shared['id']]);
    expect(await lender.getTemplate(shared['id'])).toMatchObject({
      isEditable: false,
      imported: false,
      isShareable: false,
      categories: [],
    });
    await expectRefusal(lender.createTemplate({ name: 'x', subject: 's', body: 'b' }), 'FORBIDDEN');
    await expectRefusal(lender.getTemplate(shared['id'], 1), 'FORBIDDEN');
    await expectRefusal(lender.mergeTemplate(shared['id'], 1), 'FORBIDDEN');

    // No longer shared: gone for all but its creator and the owner.
    await owner.updateTemplate(shared['id'], { isShared: false });
    await expectRefusal(broker.getTemplate(shared['id']), 'NOT_FOUND');
    await agent.deleteTemplate(shared['id']);
    await expectRefusal(owner.getTemplate(shared['id']), 'NOT_FOUND');
  });

  it('are listed if the caller can see them, with total and pages', async () => {
    const { owner, broker, agent, agent2 } = await suite.newAccount();
    for (const isShared of [true, false])
      for (const by of [owner, agent, agent2])
        for (const n of [1, 2, 3]) await by.createTemplate({ ...plain, name: `T${n}`, isShared });
    expect((await owner.listTemplates()).total).toBe(18);
    expect((await broker.listTemplates()).total).toBe(9);
    const first = await agent.listTemplates('limit=7&sort=name');
    expect(first.total).toBe(12);
    const second = await agent.listTemplates(`limit=7&sort=name&next=${encodeURIComponent(first.next)}`);
    const all = [...first.templates, ...second.templates];
    expect(new Set(all.map(({ id }) => id)).size).toBe(12);
    expect(all.every(({ isShared, createdById }) => isShared || createdById === 3)).toBe(true);
    expect(second.next).toBe('');
  });

  it('cannot be deleted while an active plan sends them, also by the owner', async () => {
    const { owner, broker, agent } = await suite.newAccount();
    const id = (await agent.createTemplate({ ...plain, isShared: true }))['id'] as number;
    const deletable = () =>
      Promise.all([owner, broker, agent].map(async (user) => (await user.getTemplate(id))['isDeletable']));
    const { id: planId } = await owner.createPlan({ name: 'Mails', steps: [{ type: 'sendEmail', templateId: id }] });
    expect(await deletable()).toEqual([false, false, false]);
    expect((await broker.listTemplates()).templates[0]).toMatchObject({ isDeletable: false, isEditable: true });
    await owner.deletePlan(planId);
    expect(await deletable()).toEqual([true, true, true]);
    await owner.updatePlan(planId, { status: 'Active' });
    expect(await deletable()).toEqual([false, false, false]);
    await owner.updatePlan(planId, { steps: [] });
    expect(await deletable()).toEqual([true, true, true]);
  });

  it('have bodies of up to 512 KiB, stored unchanged', async () => {
    const { owner } = await suite.newAccount();
    expect(() => parseBody(templates, { ...plain, body: 'x'.repeat(524_289) }, 'create')).toThrow(
      "'body' must be at most 524288 characters",
    );
    expect(() => parseBody(templates, { name: 'x' }, 'create')).toThrow(
      /Missing 'body' field.*Missing 'subject' field|Missing 'subject' field.*Missing 'body' field/,
    );
    const body = `<script>let a = "%unknown%"</script>${'x'.repeat(500_000)}`;
    expect((await owner.getTemplate((await owner.createTemplate({ ...plain, body }))['id']))['body']).toBe(body);
  });
});

describe('merging', () => {
  it('replaces all tokens for a person and the calling user, by GET and POST, and stores nothing', async () => {
    const account = await suite.newAccount();
    const { owner, agent } = account;
    await account.people({
      id: 8,
      emails: ['ann@example.org', 'b@example.org'],
      viewers: [3],
      fields: {
        name: 'Ann <Doe>',
        firstName: 'Ann',
        lastName: '<Doe>',
        source: 'Zillow',
        phones: [{ value: '555-7', type: 'mobile', isPrimary: true, normalized: '5557' }],
        addresses: [{ type: 'home', street: '1 Main St', city: 'Salem', state: 'OR', code: '97301', country: 'US' }],
      },
    });
    const subject = '%contact_first_name% %contact_last_name% from %agent_name% (%source_name%)';
    const body =
      '%agent_first_name%|%agent_last_name%|%agent_email%|%agent_phone%|%contact_name%|%contact_email%|%contact_phone%|%contact_street%|%contact_city%|%contact_state%|%contact_zipcode%|%contact_country%|%contact_address%|%inquiry_address%|%unknown%';
    const { id } = await owner.createTemplate({ name: 'All', subject, body, isShared: true });
    const merged = await agent.mergeTemplate(id as number, 8);
    expect(merged).toMatchObject({
      id,
      subject: 'Ann <Doe> from Ada Agent (Zillow)',
      body: 'Ada|Agent|ada@agency.example|555-0103|Ann &lt;Doe&gt;|ann@example.org|555-7|1 Main St|Salem|OR|97301|US|1 Main St, Salem 97301||%unknown%',
    });
    expect(await agent.getTemplate(id as number, 8)).toEqual(merged);
    expect((await owner.getTemplate(id as number, 8))['subject']).toBe('Ann <Doe> from Olga Owner (Zillow)');
    expect(await owner.getTemplate(id as number)).toMatchObject({ subject, body });
  });

  it('uses the street of the latest property inquiry, also in the subject', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, fields: { source: 'Zillow' } }, { id: 2, fields: { source: '<unspecified>' } });
    const { id } = (await account.owner.createTemplate({
      name: 'I',
      subject: '%inquiry_address%',
      body: '%inquiry_address%',
    })) as { id: number };
    const subjectFor = async (personId: number) => (await account.owner.getTemplate(id, personId))['subject'];
    expect(await subjectFor(1)).toBe('Your property inquiry from Zillow');
    expect(await subjectFor(2)).toBe('Your property inquiry');
    await account.inquiry(20, 1, '2 New Rd');
    // Recorded later, like the history of another system.
    await account.inquiry(10, 1, '1 Old Rd', 'Property Inquiry', 60);
    await account.inquiry(30, 1, '3 Seen Rd', 'Viewed Property');
    await account.inquiry(40, 1, ' ');
    await account.inquiry(50, 2, '5 Last <Rd>');
    await eventually(async () => expect(await subjectFor(2)).toBe('5 Last <Rd>'));
    expect(await subjectFor(1)).toBe('2 New Rd');
    expect((await account.owner.getTemplate(id, 2))['body']).toBe('5 Last &lt;Rd&gt;');
    // What they asked about is the survivor's after a merge, when it is newer than the survivor's own.
    await account.merge(2, 1);
    await eventually(async () => expect(await subjectFor(1)).toBe('5 Last <Rd>'));
  });

  it('requires a person that the caller can see', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, viewers: [4] }, { id: 2, viewers: [3] });
    const { id } = (await account.owner.createTemplate({ ...plain, isShared: true })) as { id: number };
    const refusal = { reason: 'NOT_FOUND', message: 'There is no person with this id.' };
    await expect(account.agent.getTemplate(id, 1)).rejects.toMatchObject(refusal);
    await expect(account.agent.mergeTemplate(id, 1)).rejects.toMatchObject(refusal);
    await expect(account.owner.mergeTemplate(id, 404)).rejects.toMatchObject(refusal);
    await expect(account.owner.mergeTemplate(404, 2)).rejects.toThrow('There is no template with this id.');
    const soon = account.agent.mergeTemplate(id, 9);
    await account.publishPeople(personMessage(account.accountId, { id: 9, viewers: [3] }));
    await expect(soon).resolves.toMatchObject({ id });
    await account.forget(2);
    await eventually(() => expect(account.agent.mergeTemplate(id, 2)).rejects.toMatchObject(refusal));
  });

  it('of 10,000 tokens takes less than 1.5 s', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1 });
    const body = '%contact_name%, %agent_name%. '.repeat(5_000);
    const { id } = (await account.owner.createTemplate({ ...plain, body })) as { id: number };
    let merged: Record<string, unknown> = {};
    expect(await measureCpu(async () => (merged = await account.owner.mergeTemplate(id, 1)))).toBeLessThan(1_500);
    expect(merged['body']).toBe('Person 1, Olga Owner. '.repeat(5_000));

    // Long values, named often, are refused before they fill the memory.
    await account.people({ id: 2, fields: { name: '&'.repeat(500) } });
    const flood = await account.owner.createTemplate({ ...plain, body: '%contact_name%'.repeat(30_000) });
    await expectRefusal(account.owner.mergeTemplate(flood['id'], 2), 'INVALID_BODY', 'Use fewer merge tokens');
  });
});
