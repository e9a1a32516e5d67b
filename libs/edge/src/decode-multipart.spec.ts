import fc from 'fast-check';
import { decodeMultipart } from './decode-multipart';

const TYPE = 'multipart/form-data; boundary=xyz';
const part = (name: string, value: string, more = ''): string =>
  `--xyz\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const form = (...parts: string[]): Buffer => Buffer.from(`${parts.join('')}--xyz--\r\n`);
const read = async (bytes: Buffer, type = TYPE) => {
  const { text, files } = await decodeMultipart(bytes, type);
  return { fields: [...new URLSearchParams(text)], files };
};

describe('D13.5 multipart forms', () => {
  it('given fields, then they are those of a form, in their order', async () => {
    expect(
      await read(form(part('person[name]', 'Zoë & Ann=Lee+1'), part('message', 'two\r\nlines'), part('empty', ''))),
    ).toEqual({
      fields: [
        ['person[name]', 'Zoë & Ann=Lee+1'],
        ['message', 'two\r\nlines'],
        ['empty', ''],
      ],
      files: [],
    });
  });

  it('given files, then they are skipped and named once', async () => {
    const file = (name: string) => part(name, '\u0000\u0001binary', '; filename="a.png"');
    expect(await read(form(part('a', '1'), file('photo'), file('photo'), file('plan'), part('b', '2')))).toEqual({
      fields: [
        ['a', '1'],
        ['b', '2'],
      ],
      files: ['photo', 'plan'],
    });
  });

  it.each([
    ['no boundary', form(part('a', '1')), 'multipart/form-data'],
    ['a form that is cut off', form(part('a', '1')).subarray(0, 40), TYPE],
    ['more than 2,000 parts', form(...Array.from({ length: 2_001 }, (_, n) => part(`f${n}`, '1'))), TYPE],
  ])('given %s, then it is refused', async (_what, bytes, type) => {
    await expect(read(bytes, type)).rejects.toMatchObject({ reason: 'MALFORMED_FORM' });
  });

  it('given any bytes, then it is read or refused, and never hangs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom('--xyz', '--xyz--', '\r\n', 'Content-Disposition: form-data; name="a"', 'x', '"', ';'),
        ),
        async (pieces) => {
          const outcome = await read(Buffer.from(pieces.join(''))).then(
            () => 'read',
            (error: { reason?: string }) => error.reason,
          );
          expect(['read', 'MALFORMED_FORM']).toContain(outcome);
        },
      ),
      { numRuns: 200 },
    );
  });
});
