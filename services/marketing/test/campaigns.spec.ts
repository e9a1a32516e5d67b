import { expectRefusal } from '@porchlight/testkit';
import { emCampaigns } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { useSuite } from './suite';

const suite = useSuite();

it('D6.3 campaigns are unique by origin and originId of an account; a duplicate returns the id', async () => {
  const { owner, broker, agent, lender } = await suite.newAccount();
  const sent = {
    origin: 'Mailer',
    originId: '42',
    name: 'Spring',
    subject: 'Hi',
    bodyHtml: '<p onclick="x()">%contact_name%</p>',
  };
  const campaign = await agent.createCampaign(sent);
  expect(campaign).toEqual({ id: expect.any(Number), ...sent });
  await expectRefusal(owner.createCampaign({ ...sent, name: 'Other' }), 'CONFLICT', `has id ${campaign['id']}.`);
  const rush = await Promise.allSettled(
    Array.from({ length: 8 }, () => broker.createCampaign({ ...sent, originId: 'rush' })),
  );
  expect(rush.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of rush)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ reason: 'CONFLICT', message: expect.stringMatching(/has id \d+\./) });
  await owner.createCampaign({ ...sent, origin: 'Other' });
  const stranger = await suite.newAccount();
  await expect(stranger.owner.createCampaign(sent)).resolves.toMatchObject(sent);

  expect((await agent.listCampaigns()).total).toBe(3);
  expect((await agent.listCampaigns('origin=Mailer')).total).toBe(2);
  const names = async (query: string) => (await agent.listCampaigns(query)).campaigns.map(({ name }) => name);
  await owner.createCampaign({ ...sent, originId: 'autumn', name: 'Autumn', origin: 'Sorted' });
  expect((await names('sort=name'))[0]).toBe('Autumn');
  expect((await names('sort=-name')).at(-1)).toBe('Autumn');
  expect((await agent.listCampaigns('originId=42')).campaigns.map(({ origin }) => origin)).toEqual(['Other', 'Mailer']);
  expect((await agent.listCampaigns('origin=Mailer&originId=42')).campaigns).toEqual([campaign]);

  const changed = await broker.updateCampaign(campaign['id'], {
    name: 'Summer',
    subject: null,
    origin: 'Ignored',
    originId: 'ignored',
  });
  expect(changed).toEqual({ ...campaign, name: 'Summer', subject: null });
  await expectRefusal(owner.updateCampaign(404, { name: 'x' }), 'NOT_FOUND');
  for (const refused of [
    lender.listCampaigns(),
    lender.createCampaign(sent),
    lender.updateCampaign(campaign['id'], { name: 'x' }),
  ])
    await expectRefusal(refused, 'FORBIDDEN');
});

it('given a field that is too long or missing, then the error names it and its limit', () => {
  const body = { origin: 'Mailer', originId: '1', name: 'x', bodyHtml: 'x'.repeat(1_048_576) };
  expect(() => parseBody(emCampaigns, body, 'create')).toThrow("'bodyHtml' must be at most 524288 characters");
  expect(() => parseBody(emCampaigns, { name: 'x' }, 'create')).toThrow("Missing 'origin' field");
});
