import { dealAttachments } from '@porchlight/contracts';
import { expectRefusal } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const LINK = { uri: 'https://files.example.com/offer.pdf', fileName: 'offer.pdf' };

/** A deal of the agent with user id 3. */
const openDeal = async (userIds: number[] = [3]) => {
  const account = await suite.newAccount();
  const { owner } = account;
  const pipeline = await owner.createPipeline({ name: 'Sales', stages: [{ name: 'Offer' }] });
  const deal = await owner.createDeal({ name: 'House', stageId: pipeline['stages'][0].id, userIds });
  return { ...account, dealId: deal['id'] as number, attachments: owner.on(dealAttachments) };
};

describe('D12.2 attachments of deals: links', () => {
  it('given a link, when it is created, then the record has the fields that clients read', async () => {
    const { dealId, attachments } = await openDeal();
    const created = await attachments.create({ ...LINK, dealId, fileSize: 52_133 });
    expect(created).toEqual({
      id: 1,
      dealId,
      fileName: 'offer.pdf',
      fileSize: 52_133,
      mimeType: 'link',
      uri: LINK.uri,
      thumbnailUri: null,
      status: 'created',
      createdAt: expect.any(String),
      createdById: 1,
      createdByName: expect.any(String),
    });
    expect(await attachments.get(1)).toEqual(created);
  });

  it('given a link, when it is updated and deleted, then it changes and is gone', async () => {
    const { dealId, attachments } = await openDeal();
    await attachments.create({ ...LINK, dealId });
    expect(await attachments.update(1, { ...LINK, dealId, fileName: 'final.pdf' })).toMatchObject({
      fileName: 'final.pdf',
    });
    await attachments.remove(1);
    await expectRefusal(attachments.get(1), 'NOT_FOUND');
  });

  it('given attachments of two deals, when one is listed by dealId, then only its attachments are shown', async () => {
    const { owner, dealId, attachments } = await openDeal();
    const { stageId } = await owner.getDeal(dealId);
    const other = await owner.createDeal({ name: 'Flat', stageId });
    await attachments.create({ ...LINK, dealId });
    await attachments.create({ ...LINK, dealId: other['id'] });
    expect(await attachments.list(`dealId=${other['id']}`)).toMatchObject({ total: 1, records: [{ id: 2 }] });
  });

  it('given a deal that the caller may not see, when a link is created, then it is refused', async () => {
    const { dealId, agent2, attachments } = await openDeal();
    await expectRefusal(agent2.on(dealAttachments).create({ ...LINK, dealId }), 'INVALID_BODY');
    await expectRefusal(attachments.create({ ...LINK, dealId: 99 }), 'INVALID_BODY');
    expect((await attachments.list()).total).toBe(0);
  });

  it('given a deal whose users change, then its attachments are visible to the current users', async () => {
    const { owner, agent, agent2, dealId, attachments } = await openDeal();
    await attachments.create({ ...LINK, dealId });
    expect((await agent.on(dealAttachments).list()).total).toBe(1);
    await owner.updateDeal(dealId, { userIds: [4] });
    expect((await agent.on(dealAttachments).list()).total).toBe(0);
    await expectRefusal(agent.on(dealAttachments).get(1), 'NOT_FOUND');
    expect((await agent2.on(dealAttachments).list()).total).toBe(1);
  });

  it.each([
    [{ uri: 'file:///etc/passwd' }, "Field 'uri' must be a web address"],
    [{ uri: 'http://10.0.0.1/a.pdf' }, "Field 'uri' is refused: its host is not at a public address."],
    [{ fileName: 'a/b.pdf' }, "Field 'fileName' must be the name of a file without a path"],
  ])('given %j, when a link is created or updated, then it is refused with a sentence', async (bad, sentence) => {
    const { dealId, attachments } = await openDeal();
    await attachments.create({ ...LINK, dealId });
    await expect(attachments.create({ ...LINK, dealId, ...bad })).rejects.toThrow(sentence);
    await expect(attachments.update(1, bad)).rejects.toThrow(sentence);
    expect((await attachments.list()).records).toMatchObject([LINK]);
  });
});
