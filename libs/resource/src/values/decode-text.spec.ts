import fc from 'fast-check';
import { decodeText } from './decode-text';

describe('D13.5 encoded text', () => {
  it.each([
    ['O&#039;Brien', "O'Brien"],
    ['O&#x27;Brien', "O'Brien"],
    ['O&rsquo;Brien', 'O’Brien'],
    ['M&uuml;ller &amp; Sohn', 'Müller & Sohn'],
    ["O\\'Brien", "O'Brien"],
    ['said \\"yes\\"', 'said "yes"'],
    ['C:\\\\tmp', 'C:\\tmp'],
    ['&quot;hi&quot;', '"hi"'],
    ['1 &lt; 2', '1 < 2'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ["\\\\'", "\\'"],
    ['a&nbsp;b', 'a\u00a0b'],
    ['&#0;', '\ufffd'],
    ['&#xD800;', '\ufffd'],
  ])('given %s, then it is decoded once: %s', (text, decoded) => expect(decodeText(text)).toBe(decoded));

  it.each(['AT&T', 'R&D team', '&amp', 'Tom &copy Ann', '&unknown;', 'a\\b', 'a; b & c;', '&;', '&#;'])(
    'given %s, then it stays',
    (text) => expect(decodeText(text)).toBe(text),
  );

  it('given any text, then the result can be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('&', '#', 'x', '0', '9', ';', '\\', "'", 'amp', 'é') }), (text) => {
        const decoded = decodeText(text);
        expect(decoded.isWellFormed() && !decoded.includes('\0')).toBe(true);
      }),
    );
  });
});
