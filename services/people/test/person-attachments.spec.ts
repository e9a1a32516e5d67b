import { allActions, personAttachments } from '@porchlight/contracts';
import { expectRefusal } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const LINK = { uri: 'https://files.example.com/offer.pdf', fileName: 'offer.pdf' };
const erasePerson = allActions.find(({ rpc }) => rpc === 'erasePerson')!;

const openPerson = async (more: object = {}) => {
  const account = await suite.newAccount();
  const { person } = await account.owner.createPerson({ firstName: 'Jo', ...more });
  return { ...account, personId: person['id'] as number, attachments: account.owner.on(personAttachments) };
};

// Merges, deletions and viewers of each record of a person: person-deleted.spec.ts.
describe('D12.2 attachments of people: links', () => {
  it('given a link, when it is created, then the record has the fields that clients read', async () => {
    const { personId, attachments } = await openPerson();
    const created = await attachments.create({ ...LINK, personId, fileSize: '52133' });
    expect(created).toEqual({
      id: 1,
      personId,
      fileName: 'offer.pdf',
      fileSize: 52_133,
      mimeType: 'link',
      uri: LINK.uri,
      thumbnailUri: null,
      status: 'created',
      createdAt: expect.any(String),
      createdById: 1,
      createdByName: 'Olga Owner',
      is_external: 1,
      system_id: null,
    });
    expect(await attachments.get(1)).toEqual(created);
  });

  it('given a link without a size, then the size is null', async () => {
    const { personId, attachments } = await openPerson();
    expect(await attachments.create({ ...LINK, personId })).toMatchObject({ fileSize: null });
  });

  it('given a link, when its fields are updated one by one, then the others stay', async () => {
    const { personId, attachments } = await openPerson();
    await attachments.create({ ...LINK, personId, fileSize: 7 });
    expect(await attachments.update(1, { fileName: 'final.pdf' })).toMatchObject({
      fileName: 'final.pdf',
      uri: LINK.uri,
      fileSize: 7,
    });
    expect(await attachments.update(1, { ...LINK, personId })).toMatchObject({ fileName: 'offer.pdf' });
  });

  it('given a link, when it is deleted, then it is gone', async () => {
    const { personId, attachments } = await openPerson();
    await attachments.create({ ...LINK, personId });
    await attachments.remove(1);
    await expectRefusal(attachments.get(1), 'NOT_FOUND');
  });

  it('given attachments of two people, when one is listed by personId, then only its attachments are shown', async () => {
    const { owner, personId, attachments } = await openPerson();
    const { person } = await owner.createPerson({ firstName: 'Al' });
    await attachments.create({ ...LINK, personId });
    await attachments.create({ ...LINK, personId: person['id'] });
    const { total, records } = await attachments.list(`personId=${person['id']}`);
    expect(total).toBe(1);
    expect(records).toMatchObject([{ id: 2, personId: person['id'] }]);
  });

  it('given a person whom the caller may not see, when a link is created, then it is refused', async () => {
    const { personId, agent2, attachments } = await openPerson({ assignedUserId: 3 });
    await expectRefusal(agent2.on(personAttachments).create({ ...LINK, personId }), 'INVALID_BODY');
    expect((await attachments.list()).total).toBe(0);
  });

  it('given an attachment, when it is moved to another person, then it is refused', async () => {
    const { owner, personId, attachments } = await openPerson();
    const { person } = await owner.createPerson({ firstName: 'Al' });
    await attachments.create({ ...LINK, personId });
    await expectRefusal(attachments.update(1, { personId: person['id'] }), 'INVALID_BODY');
  });

  it.each([
    [{ uri: 'ftp://files.example.com/a.pdf' }, "Field 'uri' must be a web address"],
    [{ uri: 'javascript:alert(1)' }, "Field 'uri' must be a web address"],
    [{ uri: 'http://169.254.169.254/latest' }, "Field 'uri' is refused: its host is not at a public address."],
    [{ uri: 'https://localhost:3000/a.pdf' }, "Field 'uri' is refused: its host is not at a public address."],
    [{ fileName: '../../etc/passwd' }, "Field 'fileName' must be the name of a file without a path"],
    [{ fileName: 'C:\\temp\\a.pdf' }, "Field 'fileName' must be the name of a file without a path"],
    [{ fileName: '..' }, "Field 'fileName' must be the name of a file without a path"],
    [{ fileName: 'a\u202efdp.exe' }, "Field 'fileName' must be the name of a file without a path"],
    [{ fileSize: -1 }, 'fileSize'],
  ])('given %j, when a link is created or updated, then it is refused with a sentence', async (bad, sentence) => {
    const { personId, attachments } = await openPerson();
    await attachments.create({ ...LINK, personId });
    await expect(attachments.create({ ...LINK, personId, ...bad })).rejects.toThrow(sentence);
    await expect(attachments.update(1, bad)).rejects.toThrow(sentence);
    expect((await attachments.list()).records).toMatchObject([LINK]);
  });

  it('given a person with an attachment, when the person is erased, then the attachment is erased', async () => {
    const { owner, personId, attachments } = await openPerson();
    await attachments.create({ ...LINK, personId });
    await owner.act(erasePerson, { id: personId });
    expect((await attachments.list()).total).toBe(0);
  });
});
