import { readTableFile } from './read-table-file';

const read = (...bytes: (string | Uint8Array)[]): Promise<string> => {
  const file = new File(bytes as BlobPart[], 'people.csv');
  // jsdom's File has no arrayBuffer().
  const content = Buffer.concat(bytes.map((part) => Buffer.from(part as string)));
  return readTableFile(Object.assign(file, { arrayBuffer: () => Promise.resolve(Uint8Array.from(content).buffer) }));
};

describe('the file of an import', () => {
  test.each([
    ['UTF-8', 'Jürgen', Buffer.from('Jürgen')],
    ['UTF-16', 'Jürgen', Buffer.from('\ufeffJürgen', 'utf16le')],
    ['windows-1252', 'Jürgen', Buffer.from('J\xfcrgen', 'latin1')],
  ])('given %s, then its text is read', async (_, text, bytes) => {
    expect(await read(bytes)).toBe(text);
  });

  test.each([
    ['a spreadsheet', Buffer.from('PK\u0003\u0004…')],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0, 0, 13])],
  ])('given %s, then the message says what to choose (U22)', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow('Save the spreadsheet as CSV and choose that file.');
  });

  test('given a file over 5 MB, then the message names the limit', async () => {
    await expect(read(Buffer.alloc(5 * 1_048_576 + 1, 'a'))).rejects.toThrow('larger than 5 MB');
  });
});
