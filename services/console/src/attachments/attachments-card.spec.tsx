import { act, screen, waitFor, within } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { fakeTransfers } from '../../test/fake-transfer';
import { show } from '../../test/show';
import { DealAttachments, PersonAttachments } from './attachments-card';

const PDF = {
  id: 4,
  fileName: 'offer.pdf',
  fileSize: 52_133,
  mimeType: 'application/pdf',
  uri: 'https://porchlight.example.com/files/4?signature=1',
  createdAt: '2026-01-01T00:00:00Z',
  createdByName: 'Olive Owner',
};
const LINK = {
  ...PDF,
  id: 5,
  fileName: 'photos',
  fileSize: null,
  mimeType: 'link',
  uri: 'https://photos.example.com/1',
};

/** A file that says how large it is. */
const fileOf = (name: string, size: number): File => {
  const file = new File(['x'], name, { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

describe('D12.2 attachments of a person', () => {
  const open = (rows: readonly object[] = [], answers: Parameters<typeof fakeApi>[0] = {}) => ({
    transfers: fakeTransfers(),
    sent: fakeApi({
      'GET /v1/personAttachments': createList('personAttachments', rows),
      'POST /v1/personAttachments/uploads': { id: 'u1', method: 'PUT', url: 'https://files.example.com/u1' },
      'POST /v1/personAttachments/uploads/u1/complete': PDF,
      ...answers,
    }),
    ...show(<PersonAttachments personId={9} />),
  });
  const choose = async (user: ReturnType<typeof open>['user'], ...files: File[]): Promise<void> => {
    await screen.findByText(/^No attachments/);
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files);
  };

  test('given a file and a link, then the file is downloaded and the link opens elsewhere', async () => {
    open([PDF, LINK]);
    const file = await screen.findByRole('link', { name: 'offer.pdf' });
    expect(file.getAttribute('href')).toBe(PDF.uri);
    expect(file.getAttribute('download')).toBe('offer.pdf');
    expect(screen.getByRole('link', { name: 'photos' }).getAttribute('target')).toBe('_blank');
    screen.getByText(/^52 kB · Olive Owner/);
  });

  test('given an address that is none of the web, then it is no link', async () => {
    open([{ ...LINK, uri: 'javascript:alert(1)' }]);
    await screen.findByText('photos');
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('given a file, then it is sent to the address of its upload with progress, and completed', async () => {
    const { user, transfers, sent } = open();
    await choose(user, fileOf('video.mp4', 26_000_000));
    const bar = await screen.findByRole('progressbar', { name: 'Sending video.mp4' });
    await waitFor(() => expect(transfers).toHaveLength(1));
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ personId: 9, fileSize: 26_000_000 });
    act(() => transfers[0]!.progress(13_000_000, 26_000_000));
    expect(bar.getAttribute('value')).toBe('0.5');
    screen.getByText('50% of 26 MB');
    expect(transfers[0]).toMatchObject({ method: 'PUT', url: 'https://files.example.com/u1' });
    await act(async () => transfers[0]!.respond(200, {}));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/v1/personAttachments/uploads',
      '/v1/personAttachments/uploads/u1/complete',
    ]);
    expect(sent.at(-1)?.path).toMatch(/^\/v1\/personAttachments\?/);
  });

  test('given more than 100 MB, then nothing is sent and the message says what to do', async () => {
    const { user, transfers } = open();
    await choose(user, fileOf('film.mp4', 101_000_000));
    await screen.findByText(/The file has 101 MB; at most 100 MB are possible/);
    expect(transfers).toEqual([]);
  });

  test('given a refused file, then its reason stays, and another attempt sends it again', async () => {
    const { user, transfers } = open();
    await choose(user, fileOf('photo.jpg', 10));
    await waitFor(() => expect(transfers).toHaveLength(1));
    await act(async () => transfers[0]!.respond(400, { errorCode: 'INVALID_BODY', errorMessage: 'No photo.' }));
    await screen.findByText('No photo.');
    await user.click(screen.getByRole('button', { name: 'Try photo.jpg again' }));
    await waitFor(() => expect(transfers).toHaveLength(2));
  });

  test('given a lost connection, then the file stays with a sentence', async () => {
    const { user, transfers } = open();
    await choose(user, fileOf('photo.jpg', 10));
    await waitFor(() => expect(transfers).toHaveLength(1));
    await act(async () => transfers[0]!.fail());
    await screen.findByText(/server cannot be reached/);
    screen.getByText('photo.jpg');
  });

  test('given two files, then the second waits for the first, and a waiting one can be cancelled', async () => {
    const { user, transfers } = open();
    await choose(user, fileOf('a.pdf', 10), fileOf('b.pdf', 10));
    await screen.findByRole('progressbar', { name: 'Sending b.pdf' });
    await waitFor(() => expect(transfers).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancel b.pdf' }));
    await act(async () => transfers[0]!.respond(201, PDF));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(transfers).toHaveLength(1);
  });

  test('given an address without a name, then the link gets the name of its file', async () => {
    const { user, sent } = open([], { 'POST /v1/personAttachments': LINK });
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Address'), 'https://files.example.com/a/floor%20plan.pdf{Enter}');
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        personId: 9,
        uri: 'https://files.example.com/a/floor%20plan.pdf',
        fileName: 'floor plan.pdf',
      }),
    );
  });

  test('given an attachment, when its deletion is confirmed, then it is deleted', async () => {
    const { user, sent } = open([PDF], { 'DELETE /v1/personAttachments/4': {} });
    await user.click(await screen.findByRole('button', { name: 'More for offer.pdf' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete attachment' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'));
  });

  test('given a deal, then its files are sent for the deal', async () => {
    fakeTransfers();
    const sent = fakeApi({ 'GET /v1/dealAttachments': createList('dealAttachments', []) });
    const { user } = show(<DealAttachments dealId={3} />);
    await choose(user, fileOf('offer.pdf', 10));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
        path: '/v1/dealAttachments/uploads',
        body: { dealId: 3, fileName: 'offer.pdf', fileSize: 10 },
      }),
    );
  });
});
