import type { Actor } from '@porchlight/access';
import { allActions, dealAttachments, DealAttachmentServiceDefinition } from '@porchlight/contracts';
import { collectChanges, useServiceSuite } from '@porchlight/backend/test/service';
import { createFileStore } from '@porchlight/objects';
import { eventually, expectRefusal } from '@porchlight/testkit';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openAccount, startDealsService } from './deals-service';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-deal-files-'));
const objects = createFileStore(folder, Date);
const { signal } = new AbortController();
const suite = useServiceSuite('deals', {
  start: (options: Parameters<typeof startDealsService>[0]) =>
    startDealsService({
      ...options,
      config: { ...options.config, OBJECT_STORE_URL: `file://${folder}`, LIMIT_STORED_FILE_BYTES: MAX_STORED_BYTES },
    }),
  collect: (bus) => collectChanges(bus, 'deals'),
  openAccount,
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const find = (rpc: string) => allActions.find((action) => action.rpc === rpc)!;
const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };
const MAX_STORED_BYTES = 8_192;
const PDF = '%PDF-1.7\n1 0 obj\n';

describe('D12.2 uploaded files of deals', () => {
  const openDeal = async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const pipeline = await owner.createPipeline({ name: 'Sales', stages: [{ name: 'Offer' }] });
    const deal = await owner.createDeal({ name: 'House', stageId: pipeline['stages'][0].id, userIds: [3] });
    return { ...account, dealId: deal['id'] as number };
  };
  const resolve = (url: string, writes: boolean) =>
    suite.service
      .createClient(DealAttachmentServiceDefinition)
      .openDealAttachmentFile({ token: url.split('/').pop()!, writes }, { actor: OPERATOR, timeoutMs: 20_000 });

  it('given a file that was sent, when the upload is completed and the attachment deleted, then its content follows', async () => {
    const { owner, dealId } = await openDeal();
    const body = { dealId, fileName: 'offer.pdf', fileSize: PDF.length };
    const { body: upload } = await owner.act(find('createDealAttachmentUpload'), { body });
    const { object } = await resolve(upload.url as string, true);
    await objects.put(object, Readable.from([Buffer.from(PDF)]), PDF.length, signal);
    await owner.act(find('completeDealAttachmentUpload'), { path: { upload: upload.id as string } });
    const record = await owner.on(dealAttachments).get(1);
    expect(record).toMatchObject({ dealId, mimeType: 'application/pdf', fileSize: PDF.length });
    const content = await resolve(record['uri'] as string, false);
    expect(await objects.size(content.object, signal)).toBe(PDF.length);
    await owner.on(dealAttachments).remove(1);
    await eventually(async () => expect(await objects.size(content.object, signal)).toBeUndefined());
  });

  it('given announced files up to the limit of the account, when another is announced, then it is refused', async () => {
    const { owner, dealId } = await openDeal();
    const announce = (fileSize: number) =>
      owner.act(find('createDealAttachmentUpload'), { body: { dealId, fileName: 'offer.pdf', fileSize } });
    await announce(MAX_STORED_BYTES);
    await expectRefusal(announce(1), 'LIMIT_REACHED');
  });

  it('given announcements at the same moment, then only those that fit are accepted', async () => {
    const { owner, dealId } = await openDeal();
    const body = { dealId, fileName: 'offer.pdf', fileSize: MAX_STORED_BYTES / 2 };
    const announced = await Promise.allSettled(
      Array.from({ length: 8 }, () => owner.act(find('createDealAttachmentUpload'), { body })),
    );
    expect(announced.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('given a deal that the caller may not see, when a file is announced, then it is refused', async () => {
    const { agent2, dealId } = await openDeal();
    const body = { dealId, fileName: 'offer.pdf', fileSize: 1 };
    await expectRefusal(agent2.act(find('createDealAttachmentUpload'), { body }), 'INVALID_BODY');
  });
});
