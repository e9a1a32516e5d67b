import { detectType } from './detect-type';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const PDF = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n', 'latin1');
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(126)]);
const ZIP = Buffer.from('504b0304140000000800', 'hex');
const DOC = Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex');
const GZIP = Buffer.from('1f8b0800000000000003', 'hex');
const CSV = Buffer.from('name,email\nÅsa,asa@example.com\n');
const BINARY = Buffer.from([0, 1, 2, 3, 4, 250, 0, 9]);

describe('D12.2 the type of a file is detected from its content', () => {
  it.each([
    ['photo.png', PNG, 'image/png'],
    ['photo', PNG, 'image/png'],
    ['photo.JPEG', JPEG, 'image/jpeg'],
    ['offer.pdf', PDF, 'application/pdf'],
    ['offer.docx', ZIP, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['photos.zip', ZIP, 'application/zip'],
    ['offer.doc', DOC, 'application/msword'],
    ['logs.gz', GZIP, 'application/gzip'],
    ['people.csv', CSV, 'text/csv'],
    ['read.me.first', CSV, 'text/plain'],
    ['page.html', Buffer.from('<!doctype html><p>Hi'), 'text/html'],
    ['data.bin', BINARY, 'application/octet-stream'],
    ['empty.txt', Buffer.alloc(0), 'text/plain'],
  ])('given %s, then the type is that of the content', async (fileName, content, mimeType) => {
    expect(await detectType(content, { fileName })).toEqual({ mimeType });
  });

  it.each([
    ['photo.jpg', EXE],
    ['photo.png', PDF],
    ['offer.pdf', CSV],
    ['offer.pdf', ZIP],
    ['offer.docx', PDF],
    ['notes.txt', EXE],
    ['notes.txt', BINARY],
    ['page.html', ZIP],
    ['setup.csv', GZIP],
  ])('given %s with other content, then the problem names both', async (fileName, content) => {
    const extension = fileName.split('.')[1];
    expect(await detectType(content, { fileName })).toEqual({
      problem: expect.stringMatching(
        new RegExp(`^The content of the file is .+, which .+ extension \\.${extension}\\.$`),
      ),
    });
  });

  it('given a declared type of another kind, then the problem names both', async () => {
    expect(await detectType(PDF, { fileName: 'offer.pdf', declaredType: 'image/png' })).toEqual({
      problem: 'The content of the file is application/pdf, but it was sent as image/png.',
    });
  });

  it.each(['application/octet-stream', 'text/plain; charset=utf-8', 'application/pdf', ''])(
    'given the declared type %j of a PDF, then it is accepted',
    async (declaredType) => {
      expect(await detectType(PDF, { fileName: 'offer.pdf', declaredType })).toEqual({ mimeType: 'application/pdf' });
    },
  );

  it('given text whose last character is cut, then it is text', async () => {
    expect(await detectType(Buffer.from('Åsa é').subarray(0, -1), { fileName: 'a.txt' })).toEqual({
      mimeType: 'text/plain',
    });
  });
});
